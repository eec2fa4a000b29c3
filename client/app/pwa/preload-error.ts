import { MINUTE_MS } from '../../lib/durations.ts';

const STORED = 'reloaded-at';
const GUARD_MS = MINUTE_MS;

interface Page {
  now: () => number;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  isReloadHeld: () => boolean;
  reload: () => void;
}

/** Reloads when a chunk is gone from the server, as after a release; at most once a minute. */
export function reloadAfterPreloadError(event: Pick<Event, 'preventDefault'>, page: Page): void {
  const last = Number(page.storage.getItem(STORED) ?? 0);
  if (page.isReloadHeld() || page.now() - last < GUARD_MS) return;
  page.storage.setItem(STORED, String(page.now()));
  event.preventDefault();
  page.reload();
}
