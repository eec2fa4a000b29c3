import type { Big } from 'big.js';
import { distanceFrom } from './price-distance.ts';
import type { Side } from './side.ts';
import { ceilTo, floorTo } from './steps.ts';
import type { Targets } from './target-bounds.ts';

export interface TargetOrigin {
  side: Side;
  target: keyof Targets;
  /** What the percentage is measured from. */
  entry: Big;
  tick: Big;
}

const FULL = 100;

const isAbove = ({ side, target }: Pick<TargetOrigin, 'side' | 'target'>): boolean =>
  (side === 'buy') === (target === 'takeProfit');

/** '+' or '−': where a target of this kind lies, seen from the entry. */
export const targetSign = (of: Pick<TargetOrigin, 'side' | 'target'>): '+' | '−' => (isAbove(of) ? '+' : '−');

/**
 * The price of a target so many percent from the entry, on the tick: a take profit earns at least that share, a stop
 * loss loses at most that share.
 */
export function targetAt(of: TargetOrigin, percent: Big): Big {
  const share = of.entry.times(percent).div(FULL);
  const price = isAbove(of) ? of.entry.plus(share) : of.entry.minus(share);
  if (price.lte(0)) return price;
  return of.side === 'buy' ? ceilTo(of.tick, price) : floorTo(of.tick, price);
}

/** Percent of the entry that a target lies beyond it on its own side; negative on the other side. */
export function percentAt(of: Omit<TargetOrigin, 'tick'>, price: Big): Big {
  const distance = distanceFrom(of.entry, price);
  return isAbove(of) ? distance : distance.times(-1);
}
