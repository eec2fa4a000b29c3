import { Big } from 'big.js';
import { ZERO } from '../../server/contracts/rules/decimal.ts';
import { floorTo } from '../../server/contracts/rules/steps.ts';
import { type Book, feesIn, isOpen, movedBy, type Purpose } from './mixed-book.ts';
import type { Detail } from './mixed-bots.ts';
import type { Judged } from './mixed-results.ts';

type BookOrder = Book['orders'][number];
type Level = Detail['runs'][number]['levels'][number];

/** Of the exchange's minimum, with what a price may have moved since it was looked at. */
const LITTLE = new Big('5.2');
const STEP = new Big('0.1');
/** Nothing rests of a level whose only round is done, or that another one has replaced. */
const RESTS_NO_MORE = new Set(['Its round is done.', 'Taken off: the lines follow the price.']);
const TOO_SMALL = 'Too little for an order.';
const ONE_ROUND = new Set(['buy-sell-once', 'sell-buy-once']);

/** The opposite of what it traded last; before that, what it began with. */
function dueOf(orders: readonly BookOrder[]): 'BUY' | 'SELL' | undefined {
  const last = orders.findLast(({ traded }) => new Big(traded).gt(0));
  if (!last) return orders[0]?.side;
  return last.side === 'BUY' ? 'SELL' : 'BUY';
}

/** Nothing rests because its only round is done, another level has replaced it, or what is left is too little. */
function mayRestNot(
  { type }: Detail,
  { idle, quantity, buyPrice, sellPrice }: Level,
  due: string | undefined,
): boolean {
  if (RESTS_NO_MORE.has(idle ?? '')) return ONE_ROUND.has(type) || type === 'trend-grid';
  return idle === TOO_SMALL && new Big(quantity).times(due === 'BUY' ? buyPrice : sellPrice).lt(LITTLE);
}

/** R-1, by the exchange's book: one order rests, for the side that is due, of as much as the screen says. */
function lostLevel(name: string, bot: Detail, { level, orders }: { level: Level; orders: readonly BookOrder[] }) {
  const due = dueOf(orders);
  const order = orders.find(isOpen);
  if (!order)
    return mayRestNot(bot, level, due)
      ? []
      : [`${name}: nothing rests; ${due ?? 'its first order'} is due: ${level.idle}`];
  const rest = new Big(order.quantity).minus(order.traded);
  return order.side === due && rest.eq(level.quantity)
    ? []
    : [`${name}: ${order.side} ${rest.toFixed()} rests; ${due ?? 'nothing'} ${level.quantity} is due`];
}

const purposesOfRun = ({ run, purposes }: Judged): Purpose[] =>
  [...purposes.values()].filter((purpose) => purpose.run === run.id);

/** Levels of a run that trades levels. */
export function lostLevels(judged: Judged): string[] {
  const { bot, key, book } = judged;
  const run = bot.runs.find(({ uid }) => uid === key.id);
  if (!run || run.state === 'stopped' || judged.run.engine !== 'rounds') return [];
  const own = Map.groupBy(purposesOfRun(judged), ({ level }) => level);
  return run.levels.flatMap((level) => {
    const ids = new Set((own.get(level.number) ?? []).map(({ id }) => id));
    const orders = book.orders.filter(({ id }) => ids.has(id));
    return lostLevel(`${bot.type} on ${run.connectorName}, level ${level.number}`, bot, { level, orders });
  });
}

/** Orders of a list share their coins. */
function ofSales(orders: readonly BookOrder[]): Big {
  const sales = orders.filter((order) => order.side === 'SELL' && isOpen(order));
  const lists = Map.groupBy(sales, ({ id, list }) => (list < 0 ? id : `list ${list}`));
  return [...lists.values()].reduce((sum, [first]) => sum.plus(first?.quantity ?? 0).minus(first?.traded ?? 0), ZERO);
}

/** EX-14, by the exchange's book: coins of deals on a key, the main one's and copies', that no order sells; and more sold than bought. */
export function bareDeals(judged: Judged): string[] {
  const { bot, key, book } = judged;
  if (judged.run.engine !== 'deals') return [];
  const byDeal = Map.groupBy(purposesOfRun(judged), ({ deal }) => deal);
  const found: string[] = [];
  for (const [deal, all] of byDeal) {
    const ids = new Set(all.map(({ id }) => id));
    const trades = book.trades.filter(({ order }) => ids.has(order));
    const held = movedBy(trades)(bot.baseCurrency);
    const gross = held.plus(feesIn(trades, bot.baseCurrency));
    const sells = ofSales(book.orders.filter(({ id }) => ids.has(id)));
    const name = `${bot.type} on key ${key.id}, deal ${deal}`;
    // What each block cannot sell of a step stays.
    const bare = held.minus(sells);
    const isBare = floorTo(STEP, bare).times('0.52').gte(LITTLE);
    if (isBare) found.push(`${name}: no order sells ${bare.toFixed()} of ${held.toFixed()}`);
    if (sells.gt(gross)) found.push(`${name}: ${sells.toFixed()} are for sale of ${held.toFixed()}`);
    if (gross.lt(0)) found.push(`${name}: ${gross.abs().toFixed()} more were sold than bought`);
  }
  return found;
}

/** Once all has ended with its coins sold: nothing rests, and what is left is too little for an order. */
export function leftOvers(judged: Judged): string[] {
  const { bot, key, book } = judged;
  const run = bot.runs.find(({ uid }) => uid === key.id);
  const ids = new Set(purposesOfRun(judged).map(({ id }) => id));
  const resting = book.orders.filter((order) => ids.has(order.id) && isOpen(order));
  const name = `${bot.type} on key ${key.id}`;
  const isDust = new Big(run?.owned.base ?? 0).times('0.52').lt(LITTLE) || bot.type === 'basket';
  return [
    ...resting.map(({ side, quantity, symbol }) => `${name}: ${side} ${quantity} ${symbol} rests after its end`),
    ...(isDust ? [] : [`${name}: ${run?.owned.base} coins are left after its end`]),
  ];
}
