import { Big } from 'big.js';
import { max, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { leastQuantity } from '#contracts/rules/least-order.ts';
import { ceilTo } from '#contracts/rules/steps.ts';
import { gridOf, type GridSettings, largestUnit, type SizedGrid, soldFirst } from './grid-size.ts';
import type { GridRules } from './level.ts';
import { type GridLines, gridSettings } from './plan-run.ts';
import { priceLines } from './price-lines.ts';
import type { Amounts } from './run-books.ts';
import type { RunPlan } from './run-plan.ts';

/** The least that is taken for coins which the new lines have no use for, beside the market. */
const SOLD_BELOW_MARKET = new Big('0.995');

/** What the new lines begin with, and what of the old run's they leave free. */
export interface Successor {
  plan: RunPlan;
  left: Amounts;
}

interface Beginning {
  grid: SizedGrid;
  startOrder: RunPlan['startOrder'];
  given: Amounts;
}

/** So many coins at this price, and enough for an order of their own. */
export const orderable = (quantity: Big, price: Big, rules: GridRules): Big =>
  max(quantity, leastQuantity(rules, price));

/** Coins that are short are bought, money that is short is got for coins that are over; null where neither does. */
function beginningOf(grid: SizedGrid, owned: Amounts, of: { market: Big; rules: GridRules }): Beginning | null {
  const { rules, market } = of;
  const { reserved, startOrder: purchase } = grid;
  const needed = soldFirst(grid, rules);
  const over = owned.base.minus(needed);
  if (over.lt(0)) {
    const { price } = purchase;
    const quantity = orderable(purchase.quantity, price, rules);
    const counter = reserved.plus(quantity.times(price));
    const fits = counter.lte(owned.counter);
    return fits ? { grid, startOrder: { side: 'buy', quantity, price }, given: { base: owned.base, counter } } : null;
  }
  const short = reserved.minus(owned.counter);
  if (short.lte(0)) return { grid, startOrder: null, given: { base: needed, counter: reserved } };
  const price = ceilTo(rules.tick, market.times(SOLD_BELOW_MARKET));
  const sold = ceilTo(rules.step, short.div(price.times(ONE.minus(rules.fee))));
  const quantity = orderable(sold, price, rules);
  return quantity.lte(over)
    ? {
        grid,
        startOrder: { side: 'sell', quantity, price },
        given: { base: needed.plus(quantity), counter: owned.counter },
      }
    : null;
}

/**
 * C-20: a grid on other lines, as large as the coins and the money of the run before it allow. What is short of either is
 * traded at once for what is over of the other, and nothing else is.
 */
export function successorOf(settings: GridLines, owned: Amounts, of: { market: Big; rules: GridRules }): Successor {
  const { market, rules } = of;
  const has = { base: max(ZERO, owned.base), counter: max(ZERO, owned.counter) };
  const sizing: GridSettings = gridSettings({ ...settings, ownCoins: has.base }, market, rules.tick);
  const beginningAt = (unit: Big) => beginningOf(gridOf(sizing, rules, unit), has, of);
  const unit = largestUnit(sizing, rules, (one) => beginningAt(one) !== null);
  const none = { grid: gridOf(sizing, rules, ZERO), startOrder: null, given: { base: ZERO, counter: ZERO } };
  const { grid, startOrder, given } = (unit.gt(0) ? beginningAt(unit) : null) ?? none;
  return {
    plan: {
      lines: priceLines(settings, rules.tick),
      levels: grid.levels,
      startOrder,
      given,
      counterEarning: true,
      unit: grid.unit,
    },
    left: { base: has.base.minus(given.base), counter: has.counter.minus(given.counter) },
  };
}
