const STORED = 'reloaded-at';
const GUARD_MS = 60_000;

interface Page {
  now: () => number;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  isReloadHeld: () => boolean;
  reload: () => void;
}

/** A part of the page is gone from the server, as after a release: loads the new page, once a minute at most. */
export function reloadAfterPreloadError(event: Pick<Event, 'preventDefault'>, page: Page): void {
  const last = Number(page.storage.getItem(STORED) ?? 0);
  if (page.isReloadHeld() || page.now() - last < GUARD_MS) return;
  page.storage.setItem(STORED, String(page.now()));
  event.preventDefault();
  page.reload();
}
