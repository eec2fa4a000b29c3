import { Workbox } from 'workbox-window';
import type { Updates } from './updates.ts';
import { workerAddress } from './worker-address.ts';

const CHECK_MS = 60 * 60_000;

export async function registerWorker(updates: Updates): Promise<void> {
  const workbox = new Workbox(workerAddress(), { updateViaCache: 'none' });
  // Fires as well for one that was left waiting by an earlier visit.
  workbox.addEventListener('waiting', () => updates.found(() => workbox.messageSkipWaiting()));
  // A browser may refuse workers (private windows, policies): then there is no offline shell and no push, nothing else.
  const registration = await workbox.register().catch(() => undefined);
  if (!registration) return;
  // A page that stays open for days would not look for a new version by itself; offline, the next hour will do.
  setInterval(() => {
    if (navigator.onLine) void registration.update().catch(() => undefined);
  }, CHECK_MS);
}
