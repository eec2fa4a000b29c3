import type { Big } from 'big.js';
import { orderOf } from './price-order.ts';
import type { Candle } from './prices.ts';

/** The lowest and the highest price of a time, as `orderOf` makes them. */
export interface Range {
  high: number;
  low: number;
}

const rose = ({ open, close }: Candle): boolean => close.gte(open);

/** The prices of a candle in the order in which they most probably came. */
export const pathOf = (candle: Candle): Big[] => {
  const { open, high, low, close } = candle;
  return rose(candle) ? [open, low, high, close] : [open, high, low, close];
};

/** Of a candle whose trades were watched in part: only what went beyond the prices that were seen. */
export function unseenOf(candle: Candle, seen: Range): Big[] {
  const low = orderOf(candle.low) < seen.low ? [candle.low] : [];
  const high = orderOf(candle.high) > seen.high ? [candle.high] : [];
  return rose(candle) ? [...low, ...high] : [...high, ...low];
}

export const rangeOf = ({ high, low }: Candle): Range => ({ high: orderOf(high), low: orderOf(low) });

export const widen = (range: Range | null, price: number): Range => ({
  high: Math.max(range?.high ?? price, price),
  low: Math.min(range?.low ?? price, price),
});
