import type { Big } from 'big.js';
import { grouped, ONE } from './decimal.ts';
import { ceilTo } from './steps.ts';

const SHOWN_DECIMALS = 8;

export interface AverageGoal {
  /** Base held after fees, and what was spent on it. */
  held: Big;
  spent: Big;
  /** At which more is bought. */
  price: Big;
  goal: Big;
  fee: Big;
  step: Big;
}

export interface Purchase {
  quantity: Big;
  costs: Big;
  /** Rounded to 8 decimals, to be shown. */
  averageThen: Big;
}

/** AV-5: the average cost of a coin that is held, rounded to 8 decimals. */
export const averageNow = ({ spent, held }: Pick<AverageGoal, 'spent' | 'held'>): Big =>
  spent.div(held).round(SHOWN_DECIMALS);

/** AV-5: why no purchase at this price brings the average there; null where one does. */
export function goalFault({ held, spent, price, goal, fee }: AverageGoal): string | null {
  const average = spent.div(held);
  if (goal.gte(average)) return `The average is ${grouped(average.round(SHOWN_DECIMALS))}: the goal must lie below it.`;
  if (goal.times(ONE.minus(fee)).gt(price)) return null;
  const least = price.div(ONE.minus(fee)).round(SHOWN_DECIMALS, 3);
  return `Buying at ${grouped(price)} costs ${grouped(least)} a coin with its fee: the goal must lie above it.`;
}

/** AV-5: how much to buy; for a goal that has no fault. */
export function bringAverage({ held, spent, price, goal, fee, step }: AverageGoal): Purchase {
  const kept = ONE.minus(fee);
  const quantity = ceilTo(step, spent.minus(goal.times(held)).div(goal.times(kept).minus(price)));
  const costs = quantity.times(price);
  const averageThen = spent
    .plus(costs)
    .div(held.plus(quantity.times(kept)))
    .round(SHOWN_DECIMALS);
  return { quantity, costs, averageThen };
}
