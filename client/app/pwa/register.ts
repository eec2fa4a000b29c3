import { Workbox } from 'workbox-window';
import { createLook } from './look-for-updates.ts';
import type { Updates } from './updates.ts';
import { workerAddress } from './worker-address.ts';

const CHECK_MS = 60 * 60_000;

/** Returns the update check: true if a new worker is being installed. */
export async function registerWorker(updates: Updates): Promise<() => Promise<boolean>> {
  const workbox = new Workbox(workerAddress(), { updateViaCache: 'none' });
  // Also fires for a worker left waiting by an earlier visit.
  workbox.addEventListener('waiting', () => updates.found(() => workbox.messageSkipWaiting()));
  // Browsers may refuse workers (private windows, policies): only the offline shell and push are missing then.
  const registration = await workbox.register().catch(() => undefined);
  if (!registration) return async () => false;
  const ask = async () => {
    await registration.update();
    return registration.installing !== null || registration.waiting !== null;
  };
  const { look, lookNow } = createLook({ ask, now: Date.now, isOnline: () => navigator.onLine });
  // A page that stays open for days does not check by itself.
  setInterval(() => void look(), CHECK_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look();
  });
  window.addEventListener('online', () => void lookNow());
  return ask;
}
