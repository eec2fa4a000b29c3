import { type Exits, exitPrice } from '../../../../domain/position/exits.ts';
import type { Big } from 'big.js';
import type { Side } from '#contracts/symbol.ts';

/** What an entry traded, fees not taken off: base units, and counter currency spent or brought in. */
export interface FoundEntry {
  section: Side;
  quantity: Big;
  counter: Big;
}
/** What its targets trade, base units, and at which prices. */
export interface FoundTargets {
  quantity: Big;
  exits: Exits;
}

/** Fees and what no step holds make so much of a difference. */
const ALIKE = '0.003';

/**
 * Whether a block earns counter currency, by the size of its targets (trading rule 5): they trade all of the base, or as
 * much as brings back the counter currency. Null where they would be the same, or fit neither.
 */
export function earnsCounter(entry: FoundEntry, targets: FoundTargets, step: Big): boolean | null {
  const { exits, quantity } = targets;
  const takeProfit = exitPrice(exits, 'take-profit');
  const isAlike = (planned: Big): boolean => quantity.minus(planned).abs().lte(planned.times(ALIKE).plus(step));
  // Below its purchase all of the base brings back too little, whatever the block earns.
  const prices = entry.section === 'buy' ? [takeProfit] : [takeProfit, exitPrice(exits, 'stop-loss')];
  const known = prices.filter((price) => price !== null && price.gt(0));
  if (known.length === 0 && entry.section === 'buy') return null;
  const isWhole = isAlike(entry.quantity);
  const isPart = known.some((price) => price && isAlike(entry.counter.div(price)));
  return isWhole === isPart ? null : isWhole;
}
