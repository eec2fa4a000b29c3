import { Big } from 'big.js';
import { ONE } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { DealExits } from '../deals/deal-facts.ts';
import type { DealAmount } from './opening-deals.ts';
import type { PairRules } from './pair-rules.ts';

/** What a signal makes of a bot's money. Distances are fractions of the entry. */
export interface SignalDeals {
  amount: DealAmount;
  /** Its share is one of profits as well. */
  reinvest: boolean;
  /** A limit at the signal's price, or one that trades at once. */
  entry: 'limit' | 'now';
  /** Ms after its signal in which an entry is bought. */
  validFor: number;
  takeProfit: Big | null;
  stop: Big | null;
  /** The stop follows the best trade at this distance. */
  trailing: Big | null;
}

/** PB-5: above the market; what jumps further is not bought. */
const REACH = new Big('1.005');

/** PB-5: of so much counter currency: at the signal's price, or for the quantity of the market half a percent above it. */
export function entryOf(
  of: { signal: Big; last: Big; amount: Big },
  { entry }: Pick<SignalDeals, 'entry'>,
  { tick, step }: PairRules,
): { price: Big; quantity: Big } {
  const { signal, last, amount } = of;
  return entry === 'limit'
    ? { price: signal, quantity: floorTo(step, amount.div(signal)) }
    : { price: floorTo(tick, last.times(REACH)), quantity: floorTo(step, amount.div(last)) };
}

/** PB-7: what its exits are counted from: its limit, or the market where it trades at once. */
export const exitsStart = (
  { entry }: Pick<SignalDeals, 'entry'>,
  { price, market }: { price: Big; market: Big },
): Big => (entry === 'limit' ? price : market);

/** PB-7: where a deal ends that is entered at this price. */
export const exitsFrom = (
  price: Big,
  { takeProfit, stop }: Pick<SignalDeals, 'takeProfit' | 'stop'>,
  { tick }: Pick<PairRules, 'tick'>,
): DealExits => ({
  takeProfit: takeProfit && ceilTo(tick, price.times(ONE.plus(takeProfit))),
  stop: stop && floorTo(tick, price.times(ONE.minus(stop))),
});
