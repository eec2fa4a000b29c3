import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { signedInHint } from './signed-in-hint.ts';

/** What a page was drawn from at the build, by the keys of the cache. It stands in the page's own `#drawn-from`. */
export type Drawn = [key: QueryKey, data: unknown][];

/** Lets the app go on from what the page was drawn from. */
export function takeDrawn(client: QueryClient): void {
  const text = document.querySelector('#drawn-from')?.textContent;
  if (!text) return;
  for (const [key, data] of JSON.parse(text) as Drawn) client.setQueryData(key, data);
}

/** The ways in, which begin elsewhere after a visit to Google or for a lost password. */
const WAYS_IN = new Set(['/signin', '/signup']);

/** Whether nothing but the frame of every page was drawn. */
export const isFrame = (root: Element): boolean => root.matches('[data-frame]');

/** Whether the page stands as it was drawn at the build, for a visitor. */
export function isAsDrawn(root: Element): boolean {
  if (!root.hasChildNodes() || isFrame(root) || signedInHint()) return false;
  const { pathname, search } = window.location;
  const { usr = null } = (window.history.state ?? {}) as { usr?: unknown };
  return !WAYS_IN.has(pathname) || (search === '' && usr === null);
}
