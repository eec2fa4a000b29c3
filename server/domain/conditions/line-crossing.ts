import { type Trend, trendLevel } from '#contracts/rules/series/trendline.ts';
import type { Crossing } from './series-crossing.ts';

export interface PriceAt {
  /** UTC epoch ms. */
  time: number;
  price: number;
}

/**
 * K-7: whether the price crossed a sloping line between two looks, each price against the line at its own moment: a line
 * crosses a standing price as well. Reaching the line counts, as for a price level; leaving it does not.
 */
export function lineCrossing(line: Trend, before: PriceAt, now: PriceAt): Crossing | null {
  const [from, to] = [before.price - trendLevel(line, before.time), now.price - trendLevel(line, now.time)];
  if (from < 0 && to >= 0) return 'up';
  return from > 0 && to <= 0 ? 'down' : null;
}
