import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { decimals } from '../../../../lib/decimal.ts';
import { LEAST_TOTAL } from '../../rest/sentences.ts';
import type { BinancePair } from '../../trading-rules.ts';
import { type Asked, type AskedOrder, waitsBelow } from './asked.ts';

interface Grid {
  step: Big;
  least: Big;
  /** 0 sets no bound. */
  most: Big;
}
interface Value {
  name: string;
  amount: Big;
  /** With a space before it, or nothing. */
  unit: string;
}

/** Why an amount does not fit, with what would; undefined where it does. */
function offGrid({ name, amount, unit }: Value, { step, least, most }: Grid): string | undefined {
  const text = (of: Big) => grouped(of, decimals(step));
  if (amount.lt(least)) return `The ${name} must be at least ${text(least)}${unit}.`;
  if (most.gt(0) && amount.gt(most)) return `The ${name} may be at most ${text(most)}${unit}.`;
  const [below, above] = [floorTo(step, amount), ceilTo(step, amount)];
  if (below.eq(amount)) return undefined;
  const fitting = below.gt(0) ? `${text(below)} or ${text(above)}` : text(above);
  return `The ${name} must be a multiple of ${step.toFixed()}: ${fitting}${unit} would be accepted.`;
}

type Words = (asked: Asked & { pair: BinancePair }) => string | undefined;

/** The first order's words that has any. */
const first = ({ orders }: Asked, words: (order: AskedOrder) => string | undefined): string | undefined => {
  for (const order of orders) {
    const said = words(order);
    if (said !== undefined) return said;
  }
  return undefined;
};

const priceWords: Words = (of) => {
  const { tick, minPrice, maxPrice } = of.pair;
  const grid = { step: tick, least: minPrice, most: maxPrice };
  const value = (name: string, amount: Big | null) =>
    amount === null ? undefined : offGrid({ name, amount, unit: '' }, grid);
  return first(of, ({ price, stopPrice }) => value('price', price) ?? value('stop price', stopPrice));
};

const lotWords: Words = (of) => {
  const { step, minQuantity, maxQuantity, base } = of.pair;
  const grid = { step, least: minQuantity, most: maxQuantity };
  return first(of, ({ quantity }) => offGrid({ name: 'quantity', amount: quantity, unit: ` ${base}` }, grid));
};

const marketLotWords: Words = (of) => {
  const { marketQuantity: lot, base } = of.pair;
  if (lot === null) return undefined;
  const grid = { step: lot.step, least: lot.min, most: lot.max };
  return first(of, ({ quantity, price }) =>
    price === null
      ? offGrid({ name: 'quantity of a market order', amount: quantity, unit: ` ${base}` }, grid)
      : undefined,
  );
};

/** A market order is valued by the exchange's own average, which is not known here. */
const notionalWords: Words = (of) => {
  const { minNotional, maxNotional, step, tick, base, counter } = of.pair;
  const least = `${LEAST_TOTAL}. Binance takes ${grouped(minNotional)} ${counter} and more here`;
  const said = first(of, ({ quantity, price, stopPrice }) => {
    const at = price ?? stopPrice;
    if (at === null || at.lte(0)) return undefined;
    const worth = quantity.times(at);
    if (maxNotional !== null && worth.gt(maxNotional))
      return `Binance takes at most ${grouped(maxNotional)} ${counter} in one order here.`;
    if (worth.gte(minNotional)) return undefined;
    const needed = grouped(ceilTo(step, minNotional.div(at)), decimals(step));
    return `${least}: at ${grouped(at, decimals(tick))} that is ${needed} ${base}.`;
  });
  return said ?? `${least}.`;
};

const most = (count: number | null, what: string, { name }: Asked) =>
  `${count === null ? `Too many ${what} are` : `At most ${count} ${what} can be`} open on ${name} at a time: cancel one of them first.`;
const STOPS = 'stop orders';
const PAIRS = 'pairs of take profit and stop loss';

const percent = (points: number): string => `${points / 100}%`;

/** The distance itself is not at hand where the filter has changed since: both bounds are said. */
const trailingWords: Words = ({ pair, orders, name }) => {
  const trailing = orders.find(({ trailingDelta }) => trailingDelta !== null);
  if (pair.trailing === null || trailing === undefined) return `Binance takes no trailing stop orders for ${name}.`;
  const { min, max } = pair.trailing[waitsBelow(trailing) ? 'below' : 'above'];
  return `An order may trail by ${percent(min)} to ${percent(max)} here.`;
};

const onBinance = (what: string) => `Too many ${what} of this account are open on Binance: cancel one of them first.`;

/** What each filter's failure means for this order, with the nearest value that passes. */
const FILTERS: Readonly<Record<string, Words>> = {
  PRICE_FILTER: priceWords,
  LOT_SIZE: lotWords,
  MARKET_LOT_SIZE: marketLotWords,
  NOTIONAL: notionalWords,
  MIN_NOTIONAL: notionalWords,
  TRAILING_DELTA: trailingWords,
  MAX_NUM_ORDERS: (of) => most(of.pair.limits.orders, 'orders', of),
  MAX_NUM_ALGO_ORDERS: (of) => most(of.pair.limits.algoOrders, STOPS, of),
  MAX_NUM_ORDER_LISTS: (of) => most(of.pair.limits.orderLists, PAIRS, of),
  EXCHANGE_MAX_NUM_ORDERS: () => onBinance('orders'),
  EXCHANGE_MAX_NUM_ALGO_ORDERS: () => onBinance(STOPS),
  EXCHANGE_MAX_NUM_ORDER_LISTS: () => onBinance(PAIRS),
  MAX_POSITION: ({ pair }) => `Binance lets one account hold no more ${pair.base} than this: buy less.`,
  MAX_ASSET: ({ name }) => `This order is larger than Binance takes of ${name} at once: order less.`,
};

/** The filter that a refusal names; the algo limit comes as -1013 and as -2010 alike. */
export function filterIn(message: string): string | undefined {
  const named = /^Filter failure: (\w+)/.exec(message)?.[1];
  if (named !== undefined) return named;
  const parameter = /^Parameter '(\w+)' has too much precision/.exec(message)?.[1];
  if (parameter === undefined) return undefined;
  return /quantity/i.test(parameter) ? 'LOT_SIZE' : 'PRICE_FILTER';
}

export function filterWords(filter: string, of: Asked): string | undefined {
  const { pair } = of;
  return pair === undefined ? undefined : FILTERS[filter]?.({ ...of, pair });
}
