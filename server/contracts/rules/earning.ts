import { Big } from 'big.js';
import type { Side } from '../symbol.ts';
import { ceilTo, floorTo } from './steps.ts';
import type { Targets } from './target-bounds.ts';

/** What an entry's trades came to, before fees: base units, and the counter currency spent or brought in. */
export interface FilledEntry {
  side: Side;
  quantity: Big;
  counter: Big;
}

export interface EarningTerms {
  /** True where the profit is to be in counter currency, false where it is in base. */
  counterEarning: boolean;
  /** Rate taken off what each trade brings in; 0 where another asset (BNB) pays the fees. */
  fee: Big;
  /** Step of the quantity. */
  step: Big;
}

const kept = ({ fee }: EarningTerms): Big => new Big(1).minus(fee);
const smaller = (one: Big, other: Big): Big => (one.lt(other) ? one : other);

/** What a filled purchase can sell again: net of its fee, in whole steps. */
export const sellable = ({ quantity }: FilledEntry, terms: EarningTerms): Big =>
  floorTo(terms.step, quantity.times(kept(terms)));

/** Base units that a target at `price` trades (trading rule 5). Rounded so that the target is met, never short. */
export function targetQuantity(entry: FilledEntry, terms: EarningTerms, price: Big): Big {
  const { side, quantity, counter } = entry;
  const { counterEarning, step } = terms;
  const left = kept(terms);
  if (side === 'buy') {
    const all = sellable(entry, terms);
    return counterEarning ? all : smaller(all, ceilTo(step, counter.div(price.times(left))));
  }
  return counterEarning ? ceilTo(step, quantity.div(left)) : floorTo(step, counter.times(left).div(price));
}

export interface Earned {
  /** Base units that the target trades. */
  quantity: Big;
  /** In counter currency or in base, as the block earns. */
  profit: Big;
  /** Of what the entry cost, as a percentage, not rounded. */
  percent: Big;
}

/** Units of what the target and the entry leave over, fees taken off (trading rule 5). */
function profitOf(entry: FilledEntry, terms: EarningTerms, traded: { quantity: Big; price: Big }): Big {
  const left = kept(terms);
  const { quantity, price } = traded;
  const worth = quantity.times(price);
  if (entry.side === 'buy') {
    return terms.counterEarning ? worth.times(left).minus(entry.counter) : entry.quantity.times(left).minus(quantity);
  }
  return terms.counterEarning ? entry.counter.times(left).minus(worth) : quantity.times(left).minus(entry.quantity);
}

/** What a block earns when its target at `price` is filled. */
export function earned(entry: FilledEntry, terms: EarningTerms, price: Big): Earned {
  const quantity = targetQuantity(entry, terms, price);
  const profit = profitOf(entry, terms, { quantity, price });
  const cost = terms.counterEarning ? entry.counter : entry.quantity;
  return { quantity, profit, percent: cost.eq(0) ? new Big(0) : profit.div(cost).times(100) };
}

export interface TargetPlan {
  /** One list holds one quantity for both legs. */
  quantity: Big;
  /** Base units that the take profit trades beside the list. */
  takeProfitRest: Big;
  /** Base units that are left when the stop fires. */
  stopLossRest: Big;
  /** Counter currency that must be free beyond what the entry brought in, or the stop is refused. */
  reserve: Big;
}

/** How both targets of a block go to an exchange whose list holds one quantity (trading rule 6). */
export function targetPlan(entry: FilledEntry, terms: EarningTerms, targets: Targets): TargetPlan {
  const takeProfit = targetQuantity(entry, terms, targets.takeProfit);
  const stopLoss = targetQuantity(entry, terms, targets.stopLoss);
  const quantity = smaller(takeProfit, stopLoss);
  const proceeds = entry.counter.times(kept(terms));
  const short = stopLoss.times(targets.stopLoss).minus(proceeds);
  return {
    quantity,
    takeProfitRest: takeProfit.minus(quantity),
    stopLossRest: stopLoss.minus(quantity),
    reserve: entry.side === 'sell' && short.gt(0) ? short : new Big(0),
  };
}
