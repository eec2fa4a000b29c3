import { Big } from 'big.js';
import type { Side } from './side.ts';
import { ceilTo, floorTo } from './steps.ts';

/** In percent. */
export const LEAST_LOSS = 0.1;
export const MOST_LOSS = 90;

/**
 * The stop that gives a position up at `percent` away from `price`, on the tick and never further away: below it for a
 * purchase, above it for a sale.
 */
export function stopAtLoss(side: Side, { price, percent, tick }: Record<'price' | 'percent' | 'tick', Big>): Big {
  const part = percent.div(100);
  const one = new Big(1);
  return side === 'buy' ? ceilTo(tick, price.times(one.minus(part))) : floorTo(tick, price.times(one.plus(part)));
}
