import { Big } from 'big.js';
import { ONE } from './decimal.ts';
import type { Side } from './side.ts';
import { ceilTo, floorTo } from './steps.ts';

const SPARE = new Big('0.005');

/**
 * EX-9: what an entry is sized at that trades once the market has turned by `distance` (a fraction) from its best trade:
 * the worst that can be, which is right where it begins, with half a percent to spare.
 */
export function trailingEntryPrice(side: Side, of: { start: Big; distance: Big; tick: Big }): Big {
  const { start, distance, tick } = of;
  return side === 'buy'
    ? ceilTo(tick, start.times(ONE.plus(distance)).times(ONE.plus(SPARE)))
    : floorTo(tick, start.times(ONE.minus(distance)).times(ONE.minus(SPARE)));
}
