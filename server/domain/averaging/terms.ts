import type { Big } from 'big.js';
import { ONE } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';

export interface AverageTerms {
  side: Side;
  /** Rate taken off what a trade brings in; 0 where another asset pays. */
  fee: Big;
  step: Big;
  tick: Big;
}

/** A position that was entered and not left yet, as its fills have it. */
export interface Held {
  /** Base bought, or sold first. */
  quantity: Big;
  /** Counter spent on it, or brought in by it after the fee. */
  counter: Big;
  /** Base that it holds after fees; for a block that sold first what it owes. */
  net: Big;
}

/** Base units, in whole steps, that end the position. */
export const closingQuantity = ({ net }: Pick<Held, 'net'>, { side, fee, step }: AverageTerms): Big =>
  side === 'buy' ? floorTo(step, net) : ceilTo(step, net.div(ONE.minus(fee)));

/** Rule 2: where it neither wins nor loses; null where nothing can be traded back. */
export function breakEvenOf(held: Held, terms: AverageTerms): Big | null {
  const quantity = closingQuantity(held, terms);
  if (quantity.lte(0)) return null;
  return terms.side === 'buy'
    ? ceilTo(terms.tick, held.counter.div(quantity.times(ONE.minus(terms.fee))))
    : floorTo(terms.tick, held.counter.div(quantity));
}
