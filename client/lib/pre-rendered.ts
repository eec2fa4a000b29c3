import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { signedInHint } from './signed-in-hint.ts';

/** Query data that a page was pre-rendered with, embedded as `#drawn-from`. */
export type PreRenderedData = [key: QueryKey, data: unknown][];

/** Seeds the query cache with the data of the pre-rendered page. */
export function restorePreRenderedData(client: QueryClient): void {
  const text = document.querySelector('#drawn-from')?.textContent;
  if (!text) return;
  for (const [key, data] of JSON.parse(text) as PreRenderedData) client.setQueryData(key, data);
}

/** These pages start in another state after Google sign-in or for a lost password. */
const SIGN_PATHS = new Set(['/signin', '/signup']);

/** Whether only the frame of a signed-in page was pre-rendered. */
export const isFrame = (root: Element): boolean => root.matches('[data-frame]');

/** Whether the page matches its pre-rendered HTML, which is made for visitors. */
export function matchesPreRendered(root: Element): boolean {
  if (!root.hasChildNodes() || isFrame(root) || signedInHint()) return false;
  const { pathname, search } = window.location;
  const { usr = null } = (window.history.state ?? {}) as { usr?: unknown };
  return !SIGN_PATHS.has(pathname) || (search === '' && usr === null);
}
