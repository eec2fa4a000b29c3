import type { ResponseOf } from '#contracts/endpoint.ts';
import type { getCandles } from '#contracts/markets.ts';
import type { Big } from 'big.js';
import { max, min } from '#contracts/rules/decimal.ts';

export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type Interval = (typeof INTERVALS)[number];

const MINUTE = 60_000;
export const INTERVAL_MS: Record<Interval, number> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': 1440 * MINUTE,
};

export type Bar = Pick<
  ResponseOf<typeof getCandles>['candles'][number],
  'openTime' | 'open' | 'high' | 'low' | 'close'
>;

/** `time` is UTC epoch ms. */
export interface Trade {
  price: Big;
  time: number;
}

/** The last bar updated by a trade, or the new bar that it starts; null if the trade is older than the bar. */
export function withTrade(last: Bar | null, { price, time }: Trade, length: number): Bar | null {
  const openTime = Math.floor(time / length) * length;
  if (!last || openTime > last.openTime) return { openTime, open: price, high: price, low: price, close: price };
  if (openTime < last.openTime) return null;
  return { ...last, high: max(last.high, price), low: min(last.low, price), close: price };
}

/** Lowest and highest price; null without bars. */
export function rangeOf(bars: readonly Bar[]): { low: Big; high: Big } | null {
  const [first] = bars;
  if (!first) return null;
  return bars.reduce<{ low: Big; high: Big }>(
    (range, { low, high }) => ({ low: min(range.low, low), high: max(range.high, high) }),
    first,
  );
}
