import type { Big } from 'big.js';
import { type AwaitedPrice, restsInRange } from './stop-conditions.ts';

/** T-9: the borders between which orders rest. */
export interface Borders {
  low: Big;
  high: Big;
  /** How long the price has to be on one side before anything is done, ms. */
  wait: number;
}

/** On which side of the borders the price has been without a break, and since when, UTC epoch ms. */
export interface Side {
  isInside: boolean;
  since: number;
}

const isWithin = ({ low, high }: Borders, price: Big): boolean => price.gte(low) && price.lte(high);

/** What the prices since it was looked at last make of it: a moment on the other side begins the wait anew. */
export function sideAfter(
  borders: Borders,
  known: Side | null,
  { traded, last, now }: { traded: { low: Big; high: Big } | null; last: Big; now: number },
): Side {
  const isInside = isWithin(borders, last);
  const seen = traded ? [traded.low, traded.high] : [];
  const isBroken = seen.some((price) => isWithin(borders, price) !== isInside);
  return known?.isInside === isInside && !isBroken ? known : { isInside, since: now };
}

/** T-9: whether orders rest now, and when that may change if the price stays where it is. */
export function restsBetween(
  borders: Borders,
  { isInside, since }: Side,
  { isResting, now }: { isResting: boolean; now: number },
): { rests: boolean; again: number | null } {
  const rests = restsInRange({ isResting, isInside, since, now }, borders.wait);
  return { rests, again: rests === isInside ? null : since + borders.wait };
}

/** The prices of the other side: those that break a stay on this one. */
export function breaksOf({ low, high }: Borders, { isInside }: Side, last: Big): AwaitedPrice[] {
  if (isInside)
    return [
      { price: low, above: false },
      { price: high, above: true },
    ];
  return last.lt(low) ? [{ price: low, above: true }] : [{ price: high, above: false }];
}
