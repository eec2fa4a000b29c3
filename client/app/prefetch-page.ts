import type { QueryClient } from '@tanstack/react-query';
import { OWN_PATHS } from '#contracts/rules/pages.ts';
import { userQuery } from '../features/accounts/session.ts';
import { siteQuery } from '../lib/site.ts';
import { OWN_PAGES, type Page } from './pages.ts';

const TIMEOUT_MS = 1000;

async function firstQueries(client: QueryClient, page: Page, search: string): Promise<void> {
  const site = client.ensureQueryData(siteQuery);
  // The page itself shows connection errors.
  site.catch(() => undefined);
  const [user, own] = await Promise.all([client.ensureQueryData(userQuery), page.preload()]);
  if (user) await Promise.all([site, ...own.firstQueries(client, new URLSearchParams(search))]);
}

/**
 * Loads what a signed-in page shows first, so that it renders once; persisted data is enough and is refreshed later.
 * Gives up after a second.
 */
export async function prefetchPage(client: QueryClient, { pathname, search }: Location): Promise<void> {
  const own = OWN_PATHS.find((one) => one === pathname);
  if (!own) return;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  await Promise.race([firstQueries(client, OWN_PAGES[own], search).catch(() => undefined), timeout]);
}
