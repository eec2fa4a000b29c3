import type { Big } from 'big.js';
import { max, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { ceilTo } from '#contracts/rules/steps.ts';
import { beginLevels } from './begin-levels.ts';
import { rungsOf } from './grid-levels.ts';
import { largestUnit, startPrice } from './grid-size.ts';
import { inverseGrid } from './inverse-grid.ts';
import type { GridRules } from './level.ts';
import { type LineSettings, priceLines } from './price-lines.ts';
import type { Amounts } from './run-books.ts';
import type { RunPlan } from './run-plan.ts';
import { orderable, type Successor } from './successor.ts';

interface SuccessorContext {
  market: Big;
  rules: GridRules;
}

type Beginning = Pick<RunPlan, 'levels' | 'startOrder' | 'given'>;

const NOTHING: Amounts = { base: ZERO, counter: ZERO };

/**
 * With so many coins of each level: those that sell first need them, those that buy first the money which they would bring
 * at worst. What is short of either is traded for what is over of the other; null where that does not do.
 */
function beginningOf(
  settings: LineSettings,
  quantity: Big,
  of: SuccessorContext & { owned: Amounts },
): Beginning | null {
  const { market, rules, owned } = of;
  const rungs = rungsOf(priceLines(settings, rules.tick), market);
  const grid = inverseGrid({ rungs, coins: quantity.times(rungs.length), market }, rules);
  const { levels, startOrder: sale } = grid;
  const kept = ONE.minus(rules.fee);
  const needed = quantity.times(rungs.length).minus(sale.quantity);
  const money = sale.quantity.times(sale.price).times(kept);
  const over = owned.base.minus(needed);
  if (over.lt(0)) {
    const price = startPrice(market, rules.tick);
    const bought = orderable(ceilTo(rules.step, over.times(-1).div(kept)), price, rules);
    const counter = money.plus(bought.times(price));
    if (counter.gt(owned.counter)) return null;
    return { levels, startOrder: { side: 'buy', quantity: bought, price }, given: { base: owned.base, counter } };
  }
  const short = money.minus(owned.counter);
  if (short.lte(0)) {
    const plan = { levels, startOrder: null, given: { base: needed, counter: money } };
    const begun = beginLevels(plan, NOTHING, rules).map(({ level, start }) => Object.assign(level, { begins: start }));
    return { ...plan, levels: begun };
  }
  const { price } = sale;
  const sold = orderable(ceilTo(rules.step, short.div(price.times(kept))), price, rules);
  if (sold.gt(over)) return null;
  const given = { base: needed.plus(sold), counter: owned.counter };
  return { levels, startOrder: { side: 'sell', quantity: sold, price }, given };
}

/** C-20, T-3: an inverse grid on other lines, as large as the coins and the money of the run before it allow. */
export function inverseSuccessor(
  settings: LineSettings,
  owns: Amounts,
  { market, rules }: SuccessorContext,
): Successor {
  const owned = { base: max(ZERO, owns.base), counter: max(ZERO, owns.counter) };
  const beginningAt = (quantity: Big) => beginningOf(settings, quantity, { market, rules, owned });
  const unit = largestUnit({ size: 'coins' }, rules, (quantity) => beginningAt(quantity) !== null);
  const lines = priceLines(settings, rules.tick);
  const { levels } = inverseGrid({ rungs: rungsOf(lines, market), coins: ZERO, market }, rules);
  const none: Beginning = { levels, startOrder: null, given: NOTHING };
  const { given, ...begun } = (unit.gt(0) ? beginningAt(unit) : null) ?? none;
  return {
    plan: { ...begun, lines, given, counterEarning: false, unit },
    left: { base: owned.base.minus(given.base), counter: owned.counter.minus(given.counter) },
  };
}
