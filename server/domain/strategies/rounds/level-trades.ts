import type { Big } from 'big.js';
import { max, min, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import type { Side } from '#contracts/rules/side.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { sellableOf } from './grid-size.ts';
import type { GridLevel, GridRules, Sizing } from './level.ts';
import type { RunPlan } from './plan-run.ts';
import type { Amounts } from './run-books.ts';

/** Base units of a level's two legs, before anything was traded. */
interface LevelTrades {
  buys: Big;
  sells: Big;
}

const most = (sizing: Sizing, all: Big): Big => (sizing.by === 'fixed' ? min(sizing.quantity, all) : all);

/** C-20: of a level that begins with these coins and this money. */
function tradesWith(
  { buys, sells, buyPrice, sellPrice, startsBy }: GridLevel,
  has: Amounts,
  rules: GridRules,
): LevelTrades {
  const kept = ONE.minus(rules.fee);
  const bought = (money: Big): Big => most(buys, floorTo(rules.step, money.div(buyPrice)));
  const sold = (coins: Big): Big => most(sells, floorTo(rules.step, coins));
  if (startsBy === 'buy') {
    const first = bought(has.counter);
    return { buys: first, sells: sold(has.base.plus(first.times(kept))) };
  }
  const first = sold(has.base);
  const proceeds = first.times(sellPrice).times(kept);
  return { buys: bought(buys.by === 'fixed' ? has.counter.plus(proceeds) : proceeds), sells: first };
}

/** A level that sells its coins at the start buys with what this market pays for them. */
export function tradesOf(level: GridLevel, market: Big, rules: GridRules): LevelTrades {
  if (level.begins) return tradesWith(level, level.begins, rules);
  const { buys, sells, buyPrice, sellPrice, startsBy } = level;
  const sold = sells.by === 'fixed' ? sells.quantity : ZERO;
  const soldAt = startsBy === 'buy' && level.cycleOpensBy === 'sell' ? market : sellPrice;
  const proceeds = sold.times(soldAt).times(ONE.minus(rules.fee));
  const bought = buys.by === 'fixed' ? buys.quantity : floorTo(rules.step, proceeds.div(buyPrice));
  return { buys: bought, sells: sells.by === 'fixed' ? sold : sellableOf(bought, rules) };
}

/** Base units, and counter units for one. */
interface LevelOrder {
  quantity: Big;
  price: Big;
}

/** Each order of each level. */
const ordersOf = ({ levels }: Pick<RunPlan, 'levels'>, market: Big, rules: GridRules): LevelOrder[] =>
  levels.flatMap((level) => {
    const { buys, sells } = tradesOf(level, market, rules);
    return [
      { quantity: buys, price: level.buyPrice },
      { quantity: sells, price: level.sellPrice },
    ];
  });

/** What each order of each level is worth, counter units. */
const worthsOf = (plan: Pick<RunPlan, 'levels'>, market: Big, rules: GridRules): Big[] =>
  ordersOf(plan, market, rules).map(({ quantity, price }) => quantity.times(price));

/** C-10: the single order that is worth most, that of the start included, counter units. */
export const largestOrder = (plan: Pick<RunPlan, 'levels' | 'startOrder'>, market: Big, rules: GridRules): Big => {
  const { startOrder: start } = plan;
  return max(start ? start.quantity.times(start.price) : ZERO, ...worthsOf(plan, market, rules));
};

/** C-10: the entry of a deal that is worth most, counter units; what closes it never counts. */
export const largestEntry = ({ levels, startOrder: start }: Pick<RunPlan, 'levels' | 'startOrder'>): Big =>
  max(
    start ? start.quantity.times(start.price) : ZERO,
    ...levels.map(({ buys, buyPrice }) => (buys.by === 'fixed' ? buys.quantity.times(buyPrice) : ZERO)),
  );

/** the order of all levels that is worth least, counter units. */
export function smallestOrder(plan: Pick<RunPlan, 'levels'>, market: Big, rules: GridRules): Big | null {
  const worths = worthsOf(plan, market, rules);
  return worths.reduce<Big | null>((least, worth) => (least?.lte(worth) ? least : worth), null);
}

/** of the orders that the exchange does not take, the fewest base units; null where it takes every order. */
export function tooFew(plan: Pick<RunPlan, 'levels'>, market: Big, rules: GridRules): LevelOrder | null {
  const refused = ordersOf(plan, market, rules).filter(({ quantity, price }) => !isOrderable(quantity, price, rules));
  return refused.reduce<LevelOrder | null>((least, one) => (least?.quantity.lte(one.quantity) ? least : one), null);
}

interface Trade {
  side: Side;
  quantity: Big;
  price: Big;
}

const traded = ({ side, quantity, price }: Trade, { fee }: GridRules): Amounts =>
  side === 'buy'
    ? { base: quantity.times(ONE.minus(fee)), counter: quantity.times(price).times(-1) }
    : { base: quantity.times(-1), counter: quantity.times(price).times(ONE.minus(fee)) };

/** C-22: what a run owns where the price has gone straight down to this one, the start traded at the market. */
export function ownedAt(plan: RunPlan, price: Big, { market, rules }: { market: Big; rules: GridRules }): Amounts {
  const { startOrder: start, levels, given } = plan;
  const moves = levels
    .filter(({ startsBy, buyPrice }) => startsBy === 'buy' && buyPrice.gte(price))
    .map((level) => ({ side: 'buy' as const, quantity: tradesOf(level, market, rules).buys, price: level.buyPrice }))
    .map((trade) => traded(trade, rules));
  if (start) moves.push(traded({ ...start, price: market }, rules));
  return moves.reduce(
    (sum, { base, counter }) => ({ base: sum.base.plus(base), counter: sum.counter.plus(counter) }),
    given,
  );
}
