import { Big } from 'big.js';
import { ZERO, min } from './decimal.ts';
import type { Side } from './side.ts';
import { earnedBy, exitQuantity, type Moved, outcomeAt } from './open-result.ts';
import { floorTo } from './steps.ts';
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

/** What a filled purchase can sell again: net of its fee, in whole steps. */
export const sellable = ({ quantity }: FilledEntry, terms: EarningTerms): Big =>
  floorTo(terms.step, quantity.times(kept(terms)));

/** What an entry moves its account by, its fee taken off. */
export const movedBy = ({ side, quantity, counter }: FilledEntry, terms: EarningTerms): Moved =>
  side === 'buy'
    ? { base: quantity.times(kept(terms)), counter: counter.times(-1) }
    : { base: quantity.times(-1), counter: counter.times(kept(terms)) };

/** Base units that a target at `price` trades (trading rule 5). Rounded so that the target is met, never short. */
export const targetQuantity = (entry: FilledEntry, terms: EarningTerms, price: Big): Big =>
  exitQuantity(movedBy(entry, terms), { ...terms, side: entry.side }, price);

export interface Earned {
  /** Base units that the target trades. */
  quantity: Big;
  /** In counter currency or in base, as the block earns. */
  profit: Big;
  /** Of what the entry cost, as a percentage, not rounded. */
  percent: Big;
}

const NO_OTHER_FEES = { base: ZERO, counter: ZERO };

/** What a block earns when its target at `price` is filled. */
export function earned(entry: FilledEntry, terms: EarningTerms, price: Big): Earned {
  const quantity = targetQuantity(entry, terms, price);
  const out = outcomeAt(movedBy(entry, terms), { ...terms, side: entry.side }, price);
  const profit = earnedBy(out, terms, NO_OTHER_FEES);
  const cost = terms.counterEarning ? entry.counter : entry.quantity;
  return { quantity, profit, percent: cost.eq(0) ? ZERO : profit.div(cost).times(100) };
}

export interface TargetPlan {
  /** One list holds one quantity for both legs. */
  quantity: Big;
  /** Base units that the take profit trades outside the list. */
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
  const quantity = min(takeProfit, stopLoss);
  const proceeds = entry.counter.times(kept(terms));
  const short = stopLoss.times(targets.stopLoss).minus(proceeds);
  return {
    quantity,
    takeProfitRest: takeProfit.minus(quantity),
    stopLossRest: stopLoss.minus(quantity),
    reserve: entry.side === 'sell' && short.gt(0) ? short : ZERO,
  };
}
