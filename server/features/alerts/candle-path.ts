import type { Big } from 'big.js';
import type { Candle } from './prices.ts';

export interface Range {
  high: Big;
  low: Big;
}

const rose = ({ open, close }: Candle): boolean => close.gte(open);

/** The prices of a candle in the order in which they most probably came. */
export const pathOf = (candle: Candle): Big[] => {
  const { open, high, low, close } = candle;
  return rose(candle) ? [open, low, high, close] : [open, high, low, close];
};

/** Of a candle whose trades were watched in part: only what went beyond the prices that were seen. */
export function unseenOf(candle: Candle, seen: Range): Big[] {
  const low = candle.low.lt(seen.low) ? [candle.low] : [];
  const high = candle.high.gt(seen.high) ? [candle.high] : [];
  return rose(candle) ? [...low, ...high] : [...high, ...low];
}

export const widen = (range: Range | null, price: Big): Range => ({
  high: range?.high.gt(price) ? range.high : price,
  low: range?.low.lt(price) ? range.low : price,
});
