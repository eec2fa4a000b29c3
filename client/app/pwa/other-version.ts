import type { UpdateState } from './updates.ts';

const STORED = 'other-version-at';
/** A page that still does not understand its site after a reload does not reload again and again. */
const GUARD_MS = 10 * 60_000;
const PATIENCE_MS = 20_000;

interface Page {
  now: () => number;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  isReloadHeld: () => boolean;
  /** Asks the site; true when another version is on its way to this device. */
  ask: () => Promise<boolean>;
  updates: { state: () => UpdateState; subscribe: (listener: () => void) => () => void; apply: () => void };
  /** Leaves word for the page after the reload. */
  explain: () => void;
  reload: () => void;
}

/** True once another version waits on this device; false when it does not come in time. */
function isReady({ updates }: Page): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (ready: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(ready);
    };
    const check = () => {
      if (updates.state() !== 'current') settle(true);
    };
    const timer = setTimeout(() => settle(false), PATIENCE_MS);
    const stop = updates.subscribe(check);
    check();
  });
}

/** An answer was of another version of the site: brings that version and reloads, once, and never under a typing hand. */
export async function reloadForOtherVersion(page: Page): Promise<void> {
  const last = Number(page.storage.getItem(STORED) ?? -Infinity);
  if (page.isReloadHeld() || page.now() - last < GUARD_MS) return;
  page.storage.setItem(STORED, String(page.now()));
  const comes = page.updates.state() !== 'current' || (await page.ask().catch(() => false));
  const ready = comes && (await isReady(page));
  if (page.isReloadHeld()) return;
  page.explain();
  if (ready) page.updates.apply();
  else page.reload();
}
