import type { QueryClient } from '@tanstack/react-query';
import { OWN_PATHS } from '#contracts/rules/page-paths.ts';
import { userQuery } from '../features/accounts/session.ts';
import { siteQuery } from '../lib/site.ts';
import type { LazyPage } from './lazy-page.tsx';
import { LiveLayout, OWN_PAGES } from './pages.ts';

const TIMEOUT_MS = 1000;

async function loadFirst(client: QueryClient, page: LazyPage, search: string): Promise<void> {
  const site = client.ensureQueryData(siteQuery);
  // The page itself shows connection errors.
  site.catch(() => undefined);
  const [user, ...firstQueries] = await Promise.all([
    client.ensureQueryData(userQuery),
    LiveLayout.preload(),
    page.preload(),
  ]);
  const params = new URLSearchParams(search);
  if (user) await Promise.all([site, ...firstQueries.flatMap((start) => start(client, params))]);
}

/**
 * Loads what a signed-in page shows first, so that it renders once; persisted data is enough and is refreshed later.
 * Gives up after a second.
 */
export async function prefetchPage(client: QueryClient, { pathname, search }: Location): Promise<void> {
  const own = OWN_PATHS.find((one) => one === pathname);
  if (!own) return;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  await Promise.race([loadFirst(client, OWN_PAGES[own], search).catch(() => undefined), timeout]);
}
