import { Workbox } from 'workbox-window';
import { HOUR_MS } from '../../lib/durations.ts';
import { createUpdateCheck } from './update-check.ts';
import type { Updates } from './updates.ts';
import { workerAddress } from './worker-address.ts';

/** Returns the update check: true if a new worker is being installed. */
export async function registerWorker(updates: Updates): Promise<() => Promise<boolean>> {
  const workbox = new Workbox(workerAddress(), { updateViaCache: 'none' });
  // Also fires for a worker left waiting by an earlier visit.
  workbox.addEventListener('waiting', () => updates.found(() => workbox.messageSkipWaiting()));
  // Browsers may refuse workers (private windows, policies): only the offline shell and push are missing then.
  const registration = await workbox.register().catch(() => undefined);
  if (!registration) return async () => false;
  const fetchUpdate = async () => {
    await registration.update();
    return registration.installing !== null || registration.waiting !== null;
  };
  const { check, checkNow } = createUpdateCheck({ fetchUpdate, now: Date.now, isOnline: () => navigator.onLine });
  // A page that stays open for days does not check by itself.
  setInterval(() => void check(), HOUR_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
  window.addEventListener('online', () => void checkNow());
  return fetchUpdate;
}
