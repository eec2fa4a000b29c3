import { queryOptions } from '@tanstack/react-query';
import { getCandles } from '#contracts/market-data.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../../lib/call.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';

const CLOSES = 120;

/** The last five days, for the picture behind the lines. */
export const botCloses = (market: Market, symbolName: string) =>
  queryOptions({
    queryKey: ['bot-chart', market, symbolName],
    queryFn: async ({ signal }) => {
      const params = { tradeType: 'spot' as const, market, symbol: symbolName };
      const { candles } = await call(getCandles, { params, query: { interval: '1h', limit: CLOSES }, signal });
      return candles.map(({ close }) => close.toNumber());
    },
    staleTime: MINUTE_MS,
    retry: false,
  });
