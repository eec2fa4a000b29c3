import type { ResponseOf } from '#contracts/endpoint.ts';
import type { getCandles } from '#contracts/market-data.ts';
import type { Big } from 'big.js';
import { max, min } from '#contracts/rules/decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';

export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type Interval = (typeof INTERVALS)[number];

export const INTERVAL_MS: Record<Interval, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
};

type Prices = Pick<ResponseOf<typeof getCandles>['candles'][number], 'openTime' | 'open' | 'high' | 'low' | 'close'>;

export interface Bar extends Prices {
  /** In base, when the bar was read: trades have no quantity. Null for a bar that was not read yet. */
  volume: Big | null;
}

/** `time` is UTC epoch ms. */
export interface Trade {
  price: Big;
  time: number;
}

/** The last bar updated by a trade, or the new bar that it starts; null if the trade is older than the bar. */
export function withTrade(last: Bar | null, { price, time }: Trade, length: number): Bar | null {
  const openTime = Math.floor(time / length) * length;
  if (!last || openTime > last.openTime)
    return { openTime, open: price, high: price, low: price, close: price, volume: null };
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
