import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Market } from '#contracts/symbol.ts';
import { listUnseenAlerts } from '#contracts/unseen-alerts.ts';
import { call } from '../../lib/call.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';

export const alertsKey = ['alerts'] as const;
export const unseenKey: QueryKey = [...alertsKey, 'unseen'];
/** Of one market, or of all. */
export const unseenIn = (market?: Market): QueryKey => [...unseenKey, market ?? 'all'];

/** Ids of the fired alerts that were not seen yet: every page needs them, most need no alert itself. */
export const unseenAlerts = (market?: Market) =>
  queryOptions({
    queryKey: unseenIn(market),
    queryFn: ({ signal }): Promise<string[]> => call(listUnseenAlerts, { query: market ? { market } : {}, signal }),
    ...persistOffline,
  });
