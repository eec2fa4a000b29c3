import { Big } from 'big.js';
import { max, ZERO } from './decimal.ts';
import { earned, type EarningTerms } from './earning.ts';
import type { Side } from './side.ts';
import { floorTo } from './steps.ts';

interface RiskedEntry {
  side: Side;
  price: Big;
  stopLoss: Big;
}
type Terms = Pick<EarningTerms, 'fee' | 'step'>;

/**
 * What an entry loses when its stop is filled at its price, with both fees and what is left over below a step; counter
 * currency. Negative where the stop would still earn.
 */
export function lossAtStop({ side, price, stopLoss }: RiskedEntry, quantity: Big, terms: Terms): Big {
  const entry = { side, quantity, counter: price.times(quantity) };
  return earned(entry, { ...terms, counterEarning: true }, stopLoss).profit.times(-1);
}

/** Loss of one unit before rounding: rounding only adds to it. */
function unitLoss({ side, price, stopLoss }: RiskedEntry, fee: Big): Big {
  const kept = new Big(1).minus(fee);
  return side === 'buy' ? price.minus(stopLoss.times(kept).times(kept)) : stopLoss.div(kept).minus(price.times(kept));
}

/**
 * The largest quantity, in whole steps, that loses at most `risk` (counter currency) if the stop fires; zero where even
 * one step would lose more, null where the stop loses nothing.
 */
export function quantityForRisk(entry: RiskedEntry, risk: Big, terms: Terms): Big | null {
  const each = unitLoss(entry, terms.fee);
  if (each.lte(0)) return null;
  let above = floorTo(terms.step, risk.div(each)).plus(terms.step);
  // Rounding adds less than one step at the stop.
  let within = floorTo(terms.step, max(ZERO, risk.minus(terms.step.times(entry.stopLoss))).div(each));
  // The loss grows with the quantity: halved until one step is left between what is within and what is above.
  while (above.minus(within).gt(terms.step)) {
    const middle = within.plus(floorTo(terms.step, above.minus(within).div(2)));
    if (lossAtStop(entry, middle, terms).lte(risk)) within = middle;
    else above = middle;
  }
  return within;
}

/** What the take profit earns for each unit that the stop loses; null without a loss. */
export const rewardToRisk = (profit: Big, loss: Big): Big | null => (loss.gt(0) ? profit.div(loss) : null);
