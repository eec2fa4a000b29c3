import { type InfiniteData, infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type Alert, listAlerts } from '#contracts/alerts.ts';
import { listFirings } from '#contracts/firings.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { call } from '../../lib/call.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';
import { alertsKey } from './unseen.queries.ts';

export interface AlertsFilter {
  market: Market;
  /** Only alerts of favorite pairs. */
  favorite: boolean;
  /** As typed; '/' is read as '_'. */
  search: string;
}

export interface AlertsPage {
  content: Alert[];
  totalRecords: number;
  lastPageNumber: number;
}
export type AlertPages = InfiniteData<AlertsPage, number>;

export const alertListKey = [...alertsKey, 'list'] as const;
export const alertPricesKey: QueryKey = [...alertsKey, 'prices'];

export const searchText = (typed: string): string => typed.trim().toLowerCase().replaceAll('/', '_');

export const alertList = (filter: AlertsFilter) =>
  infiniteQueryOptions({
    queryKey: [...alertListKey, { ...filter, search: searchText(filter.search) }],
    queryFn: async ({ pageParam, signal }): Promise<AlertsPage> => {
      const symbol = searchText(filter.search);
      return call(listAlerts, {
        query: {
          market: filter.market,
          page: pageParam,
          ...(filter.favorite ? { favorite: true } : {}),
          ...(symbol ? { symbol } : {}),
        },
        signal,
      });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length <= last.lastPageNumber ? pages.length : undefined),
    ...(filter.search === '' ? persistOffline : {}),
  });

/** Loaded when opened, and invalidated with the alerts. */
export const alertLog = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...alertsKey, 'log', id],
    queryFn: ({ pageParam, signal }) => call(listFirings, { params: { id }, query: { page: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length <= last.lastPageNumber ? pages.length : undefined),
  });

/** Keyed by the alerts' symbol format (XRP_USDT). Never fetched: the live channel writes it. */
export const alertPrices = queryOptions({
  queryKey: alertPricesKey,
  queryFn: (): Record<string, Big> => ({}),
  enabled: false,
  staleTime: Infinity,
});

export const priceName = (symbol: string): string => symbol.toUpperCase();
