import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listDeals } from '#contracts/deals.ts';
import { listOpenPositions } from '#contracts/overview.ts';
import { call } from '../../../lib/call.ts';
import { persistOffline } from '../../../lib/offline/offline-options.ts';
import { invalidate } from '../invalidate.ts';
import { historyKey, ordersKey } from '../orders.queries.ts';

const overviewKey = [...ordersKey, 'overview'] as const;

/** Prices of other markets than the page's come with it. */
const READ_EVERY_MS = 15_000;

export const openPositions = queryOptions({
  queryKey: overviewKey,
  queryFn: async ({ signal }) => (await call(listOpenPositions, { signal })).blocks,
  refetchInterval: READ_EVERY_MS,
  ...persistOffline,
});

/** At most twice a second. */
export const invalidateOverview = (client: QueryClient): void => invalidate(client, { queryKey: overviewKey });

const MOST = 20;

/** The latest deals since a moment, of all keys. */
export const dealsSince = (from: number) =>
  queryOptions({
    queryKey: [...historyKey, 'deals', { from, scope: 'all', size: MOST }],
    queryFn: ({ signal }) => call(listDeals, { query: { from, scope: 'all', size: MOST }, signal }),
    ...persistOffline,
  });
