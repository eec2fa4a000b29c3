import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getCandles } from '#contracts/market-data.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { type Bar, type Interval, INTERVAL_MS } from './bars.ts';
import { barsSince, type CandleHistory, continues, withNewest, withOlder } from './older/candle-history.ts';

export interface CandlesOf {
  market: Market;
  name: string;
  interval: Interval;
}

const candlesKey = ['candles'] as const;
const AT_ONCE = 300;
/** Brings the volume of the last bar, and trades that the live channel missed. */
const REFETCH_MS = 15_000;

interface Which {
  endTime?: number;
  limit?: number;
  signal?: AbortSignal;
}

async function read({ market, name, interval }: CandlesOf, { signal, ...which }: Which) {
  const params = { tradeType: 'spot' as const, market, symbol: name };
  const query = { interval, limit: AT_ONCE, ...which };
  const { candles: bars } = await call(getCandles, { params, query, ...(signal && { signal }) });
  return bars as Bar[];
}

const keyOf = ({ market, name, interval }: CandlesOf) => [...candlesKey, market, name, interval];

/** The newest candles, after older ones loaded by `readOlder`. */
export const candles = (of: CandlesOf) =>
  queryOptions({
    queryKey: keyOf(of),
    queryFn: async ({ signal, client }): Promise<CandleHistory> => {
      const before = client.getQueryData<CandleHistory>(keyOf(of));
      const limit = Math.min(barsSince(before, Date.now(), INTERVAL_MS[of.interval]), AT_ONCE);
      const since = await read(of, { limit, signal });
      const newest = continues(before, since) ? since : await read(of, { signal });
      return withNewest(client.getQueryData<CandleHistory>(keyOf(of)), newest);
    },
    refetchInterval: REFETCH_MS,
    staleTime: 10_000,
    // Comparing bars is not worth it, since the canvas is redrawn anyway.
    structuralSharing: false,
  });

/** Loads candles older than the first known one. */
export async function readOlder(client: QueryClient, of: CandlesOf): Promise<void> {
  const { queryKey } = candles(of);
  const before = client.getQueryData(queryKey);
  const first = before?.bars[0];
  if (!first || before.whole) return;
  const older = await read(of, { endTime: first.openTime - 1 });
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
  client.setQueryData(queryKey, (now) => now && withOlder(now, older, first), {
    // Loading older candles does not refresh the newest.
    ...(updatedAt !== undefined && { updatedAt }),
  });
}

export function invalidateCandles(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: candlesKey });
}
