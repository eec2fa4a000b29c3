import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listDayStats } from '#contracts/market-data.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { marketsKey } from './markets.queries.ts';

/** The server reads it from the exchange this often while a page asks. */
const STATS_EVERY_MS = 20_000;

/** The last 24 hours of the pairs named, or of all pairs of the market. */
export const dayStats = (market: Market, names: readonly string[] | null) =>
  queryOptions({
    queryKey: [...marketsKey, 'day-stats', market, names],
    queryFn: ({ signal }) =>
      call(listDayStats, { params: { market }, query: names ? { pairs: [...names] } : {}, signal }),
    staleTime: STATS_EVERY_MS,
    refetchInterval: STATS_EVERY_MS,
    placeholderData: keepPreviousData,
  });
