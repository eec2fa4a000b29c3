import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getCandles } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { type Bar, type Interval, INTERVAL_MS } from './bars.ts';

const candlesKey = ['candles'] as const;
const SHOWN = 300;
/** What a lagging socket left out is put right by reading again. */
const MOST_AGE_MS = 300_000;

export const candles = ({ market, name, interval }: { market: Market; name: string; interval: Interval }) =>
  queryOptions({
    queryKey: [...candlesKey, market, name, interval],
    queryFn: async ({ signal }): Promise<Bar[]> => {
      const params = { tradeType: 'spot' as const, market, symbol: name };
      return (await call(getCandles, { params, query: { interval, limit: SHOWN }, signal })).candles;
    },
    refetchInterval: Math.min(INTERVAL_MS[interval], MOST_AGE_MS),
    staleTime: 10_000,
  });

export function readCandlesAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: candlesKey });
}
