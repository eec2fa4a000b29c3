import type { Big } from 'big.js';
import { min } from '#contracts/rules/decimal.ts';

/** What one position has that an order made by hand can have traded, base units; oldest first. */
export interface Tradable {
  id: string;
  quantity: Big;
}

/** A sale by hand leaves out fees and what no step holds: so near to what a position has, it was of that position. */
const ALIKE = '0.01';

/**
 * Of which positions an order made by hand on the exchange was, as far as amounts show: the one that has just as
 * much, else the smallest that has enough, else the oldest first.
 */
export function attributed(tradable: readonly Tradable[], traded: Big): Tradable[] {
  const open = tradable.filter(({ quantity }) => quantity.gt(0));
  const alike = open.find(({ quantity }) => quantity.minus(traded).abs().lte(quantity.times(ALIKE)));
  const enough = open.filter(({ quantity }) => quantity.gte(traded));
  const [smallest] = enough.toSorted((one, other) => one.quantity.cmp(other.quantity));
  const single = alike ?? smallest;
  if (single) return [{ id: single.id, quantity: min(single.quantity, traded) }];
  let left = traded;
  return open.flatMap(({ id, quantity }) => {
    const part = min(quantity, left);
    left = left.minus(part);
    return part.gt(0) ? [{ id, quantity: part }] : [];
  });
}
