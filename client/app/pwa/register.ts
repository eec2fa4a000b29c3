import { Workbox } from 'workbox-window';
import { createLook } from './look-for-updates.ts';
import type { Updates } from './updates.ts';
import { workerAddress } from './worker-address.ts';

const CHECK_MS = 60 * 60_000;

/** Answers how to ask for another version: true when one is on its way. */
export async function registerWorker(updates: Updates): Promise<() => Promise<boolean>> {
  const workbox = new Workbox(workerAddress(), { updateViaCache: 'none' });
  // Fires as well for one that was left waiting by an earlier visit.
  workbox.addEventListener('waiting', () => updates.found(() => workbox.messageSkipWaiting()));
  // A browser may refuse workers (private windows, policies): then there is no offline shell and no push, nothing else.
  const registration = await workbox.register().catch(() => undefined);
  if (!registration) return async () => false;
  const ask = async () => {
    await registration.update();
    return registration.installing !== null || registration.waiting !== null;
  };
  const { look, lookNow } = createLook({ ask, now: Date.now, isOnline: () => navigator.onLine });
  // A page that stays open for days would not look for another version by itself.
  setInterval(() => void look(), CHECK_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look();
  });
  window.addEventListener('online', () => void lookNow());
  return ask;
}
