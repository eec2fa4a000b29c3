import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { sellableOf } from './grid-size.ts';
import type { GridLevel, GridRules, Sizing } from './level.ts';
import { type LevelStart } from './level-fold.ts';
import type { RunPlan } from './plan-run.ts';
import type { Amounts } from './run-books.ts';

/** A level with what it begins with. */
export interface BegunLevel {
  level: GridLevel;
  start: LevelStart;
}

type Begins = Pick<RunPlan, 'levels' | 'startOrder' | 'given'>;

const MONEY_DECIMALS = 8;
/** What is left is never shared out twice. */
const moneyFloor = (amount: Big): Big => amount.round(MONEY_DECIMALS, 0);

const needsCoins = ({ startsBy, sells }: GridLevel): boolean => startsBy === 'sell' && sells.by === 'holdings';
const needsMoney = ({ startsBy, buys }: GridLevel): boolean => startsBy === 'buy' && buys.by === 'holdings';

/** It earns the coin, and sells so many of them first. */
const sellsFixed = ({ startsBy, sells, buys }: GridLevel): boolean =>
  startsBy === 'sell' && sells.by === 'fixed' && buys.by === 'holdings';

const quantityOf = (sizing: Sizing): Big => (sizing.by === 'fixed' ? sizing.quantity : ZERO);

/** The start of a level that takes no share of the start order. */
function ownStart({ startsBy, buys, sells, buyPrice }: GridLevel): LevelStart {
  return startsBy === 'buy'
    ? { base: ZERO, counter: quantityOf(buys).times(buyPrice) }
    : { base: quantityOf(sells), counter: ZERO };
}

const costOf = (order: Begins['startOrder']): Big => (order ? order.quantity.times(order.price) : ZERO);

/** C-20: what the coins that were over did not bring in is short for the purchases that are farthest from the market. */
function ownStarts({ levels, startOrder, given }: Begins, moved: Amounts): BegunLevel[] {
  const own = levels.filter((level) => !needsCoins(level) && !needsMoney(level));
  const starts = own.map((level) => ({ level, start: ownStart(level) }));
  if (startOrder?.side !== 'sell') return starts;
  let money = max(ZERO, given.counter.plus(moved.counter));
  return starts
    .toSorted((one, other) => other.level.buyPrice.cmp(one.level.buyPrice))
    .map(({ level, start: { base, counter: wanted } }) => {
      const counter = min(wanted, money);
      money = money.minus(counter);
      return { level, start: { base, counter } };
    });
}

const fixedOf = ({ buys, sells }: GridLevel): Big => quantityOf(buys.by === 'fixed' ? buys : sells);

/** coins for the sales that are nearest; a level for which none are left buys them, no higher than the start would. */
function shareCoins({ levels, startOrder, given }: Begins, moved: Amounts, rules: GridRules): BegunLevel[] {
  const reserved = levels
    .filter((level) => !needsCoins(level))
    .reduce((sum, level) => sum.plus(ownStart(level).counter), ZERO);
  let coins = given.base.plus(moved.base);
  let money = given.counter.plus(moved.counter).minus(reserved);
  return levels
    .filter(needsCoins)
    .toSorted((one, other) => one.sellPrice.cmp(other.sellPrice))
    .map((level) => {
      const quantity = fixedOf(level);
      const wanted = sellableOf(quantity, rules);
      const base = min(coins, wanted);
      coins = coins.minus(base);
      if (base.gte(wanted)) return { level, start: { base, counter: ZERO } };
      const firstPrice = startOrder ? min(level.buyPrice, startOrder.price) : level.buyPrice;
      const counter = max(ZERO, min(quantity.minus(floorTo(rules.step, base)).times(firstPrice), money));
      money = money.minus(counter);
      return { level: { ...level, startsBy: 'buy', firstPrice }, start: { base, counter } };
    });
}

/** C-20: levels that earn the coin and sell first, once coins were bought for them: the nearest first, as in a grid. */
function shareBought({ levels, startOrder, given }: Begins, moved: Amounts, rules: GridRules): BegunLevel[] {
  let coins = given.base.plus(moved.base);
  let money = max(ZERO, costOf(startOrder).plus(moved.counter));
  return levels
    .filter((level) => sellsFixed(level))
    .toSorted((one, other) => one.sellPrice.cmp(other.sellPrice))
    .map((level) => {
      const quantity = fixedOf(level);
      const base = min(quantity, floorTo(rules.step, max(ZERO, coins)));
      coins = coins.minus(base);
      const firstPrice = startOrder ? min(level.buyPrice, startOrder.price) : level.buyPrice;
      const rest = quantity.minus(base);
      // What is short by less than an order of its own is not bought.
      if (!isOrderable(rest, firstPrice, rules)) return { level, start: { base, counter: ZERO } };
      const counter = min(rest.times(firstPrice), money);
      money = money.minus(counter);
      return { level: { ...level, startsBy: 'buy', firstPrice }, start: { base, counter } };
    });
}

/** Coins that levels which buy first would have sold, and that the run has the money of already (C-20). */
function soldBefore(levels: readonly GridLevel[], startOrder: Begins['startOrder']): Big {
  const all = levels.reduce((sum, level) => sum.plus(fixedOf(level)), ZERO);
  return startOrder?.side === 'sell' ? max(ZERO, all.minus(startOrder.quantity)) : all;
}

/** T-3: what the coins brought in, for the purchases that are nearest; a level whose coins are left sells them. */
function shareProceeds({ levels, startOrder, given }: Begins, moved: Amounts): BegunLevel[] {
  const buying = levels.filter(needsMoney);
  const isSale = startOrder?.side === 'sell';
  const total = soldBefore(buying, startOrder).plus(isSale ? moved.base.times(-1) : ZERO);
  const money = isSale ? given.counter.plus(moved.counter) : given.counter.minus(costOf(startOrder));
  let sold = total;
  return buying
    .toSorted((one, other) => other.buyPrice.cmp(one.buyPrice))
    .map((level) => {
      const coins = fixedOf(level);
      const part = min(coins, max(ZERO, sold));
      sold = sold.minus(part);
      const counter = part.eq(0) ? ZERO : moneyFloor(money.times(part).div(total));
      if (part.gte(coins)) return { level, start: { base: ZERO, counter } };
      const firstPrice = startOrder ? max(level.sellPrice, startOrder.price) : level.sellPrice;
      return { level: { ...level, startsBy: 'sell', firstPrice }, start: { base: coins.minus(part), counter } };
    });
}

/** C-20: what was known before. */
const known = (levels: readonly GridLevel[]): BegunLevel[] =>
  levels.flatMap((level) => (level.begins ? [{ level, start: level.begins }] : []));

/** what each level begins with once the orders of the start have ended; `moved` is what these brought in and took. */
export function beginLevels(plan: Begins, moved: Amounts, rules: GridRules): BegunLevel[] {
  const open = { ...plan, levels: plan.levels.filter(({ begins }) => !begins) };
  const isBought = plan.startOrder?.side === 'buy';
  const others = { ...open, levels: isBought ? open.levels.filter((level) => !sellsFixed(level)) : open.levels };
  return [
    ...known(plan.levels),
    ...ownStarts(others, moved),
    ...shareCoins(others, moved, rules),
    ...(isBought ? shareBought(open, moved, rules) : []),
    ...shareProceeds(others, moved),
  ].toSorted((one, other) => one.level.number - other.level.number);
}
