import { MINUTE_MS } from '../../lib/durations.ts';
import type { UpdateState } from './updates.ts';

const STORED = 'other-version-at';
/** Prevents a reload loop if the answers are still not understood afterwards. */
const GUARD_MS = 10 * MINUTE_MS;
const TIMEOUT_MS = 20_000;

interface Page {
  now: () => number;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  isReloadHeld: () => boolean;
  /** Checks for an update; true if a new worker is being installed. */
  checkForUpdate: () => Promise<boolean>;
  updates: { state: () => UpdateState; subscribe: (listener: () => void) => () => void; apply: () => void };
  /** Leaves a message for the page after the reload. */
  explain: () => void;
  reload: () => void;
}

/** Whether a new worker is waiting within the time limit. */
function isReady({ updates }: Page): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (ready: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(ready);
    };
    const check = () => {
      if (updates.state() !== 'current') finish(true);
    };
    const timer = setTimeout(() => finish(false), TIMEOUT_MS);
    const stop = updates.subscribe(check);
    check();
  });
}

/** Updates and reloads once after an answer of another version, but not while the user is typing. */
export async function reloadForOtherVersion(page: Page): Promise<void> {
  const last = Number(page.storage.getItem(STORED) ?? -Infinity);
  if (page.isReloadHeld() || page.now() - last < GUARD_MS) return;
  page.storage.setItem(STORED, String(page.now()));
  const isUpdating = page.updates.state() !== 'current' || (await page.checkForUpdate().catch(() => false));
  const ready = isUpdating && (await isReady(page));
  if (page.isReloadHeld()) return;
  page.explain();
  if (ready) page.updates.apply();
  else page.reload();
}
