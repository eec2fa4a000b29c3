import type { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { GridRules } from './level.ts';
import type { Cycle, LevelOrder } from './level-fold.ts';

/** Base and counter units. */
export interface Amounts {
  base: Big;
  counter: Big;
}

/** C-4: what a run owns, derived from its own fills alone. */
export const allocationOf = (given: Amounts, orders: readonly Pick<LevelOrder, 'base' | 'counter'>[]): Amounts =>
  orders.reduce<Amounts>(
    ({ base, counter }, order) => ({ base: base.plus(order.base), counter: counter.plus(order.counter) }),
    given,
  );

/** in the currency that the run earns. `total` is always `cycles` + `position`. */
export interface RunResult {
  value: Big;
  given: Big;
  total: Big;
  /** Realized by finished cycles. */
  cycles: Big;
  /** All else: coins and money that wait, valued at the last price. */
  position: Big;
}

interface RunFacts {
  given: Amounts;
  /** What it owns now. */
  owned: Amounts;
  /** With what was taken from it; what it owns, where nothing was. */
  counted?: Amounts;
  cycles: readonly Pick<Cycle, 'base' | 'counter'>[];
  /** Counter units for one base unit. */
  last: Big;
}

const inCounter = ({ base, counter }: Amounts, last: Big): Big => counter.plus(base.times(last));
const inBase = ({ base, counter }: Amounts, last: Big): Big => base.plus(counter.div(last));

/** earning the coin, all is counted in base units. */
export function runResult(
  { given, owned, counted = owned, cycles, last }: RunFacts,
  counterEarning: boolean,
): RunResult {
  const valueOf = counterEarning ? inCounter : inBase;
  const [value, start] = [valueOf(owned, last), valueOf(given, last)];
  const total = valueOf(counted, last).minus(start);
  const realized = cycles.reduce((sum, cycle) => sum.plus(counterEarning ? cycle.counter : cycle.base), ZERO);
  return { value, given: start, total, cycles: realized, position: total.minus(realized) };
}

/** what buying coins with all of it at the start price would have come to by now, counter units. */
export function justHolding(given: Big, price: { start: Big; last: Big }, { step, fee }: GridRules): Big {
  const bought = floorTo(step, given.div(price.start));
  const left = given.minus(bought.times(price.start));
  return left.plus(bought.times(ONE.minus(fee)).times(price.last)).minus(given);
}

/** C-9, U-6: what selling the coins at the last price would come to. */
export interface SaleOutcome {
  sold: Big;
  bringsIn: Big;
  counter: Big;
  /** Coins that are too few for an order, or a part of a step. */
  dust: Big;
}

export function sellingAll({ base, counter }: Amounts, last: Big, rules: GridRules): SaleOutcome {
  const { step, fee } = rules;
  const whole = floorTo(step, base);
  const sold = isOrderable(whole, last, rules) ? whole : ZERO;
  const bringsIn = sold.times(last).times(ONE.minus(fee));
  return { sold, bringsIn, counter: counter.plus(bringsIn), dust: base.minus(sold) };
}
