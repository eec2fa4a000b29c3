import type { Big } from 'big.js';
import * as z from 'zod/mini';
import { priceRange } from '#contracts/rules/target-bounds.ts';
import { decimals } from '../../../../lib/decimal.ts';
import type { Rest } from '../../rest/rest.ts';
import { OUT_OF_RANGE } from '../../rest/sentences.ts';
import type { BinancePair } from '../../trading-rules.ts';
import { amount } from '../../binance-messages.ts';
import { type Asked, type AskedOrder, waitsBelow } from './asked.ts';

const Priced = z.object({ price: amount });
const Reference = z.object({ referencePrice: z.nullable(amount) });
const Best = z.object({ bidPrice: amount, askPrice: amount });

type KnownPair = Asked & { pair: BinancePair };
type Words = (rest: Rest, of: KnownPair) => Promise<string>;

async function read<T>(
  rest: Rest,
  path: string,
  of: { symbol: string; answer: z.ZodMiniType<T> },
): Promise<T | undefined> {
  const { symbol, answer } = of;
  const said = await rest.ask({ path, params: { symbol }, weight: 2, urgent: true, answer });
  return said.outcome === 'ok' ? said.value : undefined;
}

const lastPrice = async (rest: Rest, { pair: { symbol } }: KnownPair) =>
  (await read(rest, '/api/v3/ticker/price', { symbol, answer: Priced }))?.price;

/** The reference price where the symbol has one, else the average of the last minutes (filters.md). */
async function averagePrice(rest: Rest, { pair: { symbol } }: KnownPair): Promise<Big | undefined> {
  const [reference, average] = await Promise.all([
    read(rest, '/api/v3/referencePrice', { symbol, answer: Reference }),
    read(rest, '/api/v3/avgPrice', { symbol, answer: Priced }),
  ]);
  return reference?.referencePrice ?? average?.price;
}

const text = ({ pair }: KnownPair, price: Big) => price.toFixed(decimals(pair.tick));
const SIDES = { buy: 'Purchases', sell: 'Sales' } as const;

/** The spec's sentence, and the range where the average could be read. */
const rangeWords: Words = async (rest, of) => {
  const { tick, percentPrice: percent } = of.pair;
  const average = percent === null ? undefined : await averagePrice(rest, of);
  if (percent === null || average === undefined) return OUT_OF_RANGE;
  const rangeOf = ({ side }: AskedOrder) => priceRange(side, { average, percent, tick });
  const beyond = (order: AskedOrder) => {
    const { least, most } = rangeOf(order);
    return [order.price, order.stopPrice].some((price) => price !== null && (price.lt(least) || price.gt(most)));
  };
  const order = of.orders.find(beyond) ?? of.orders[0];
  if (order === undefined) return OUT_OF_RANGE;
  const { least, most } = rangeOf(order);
  return `${OUT_OF_RANGE}. ${SIDES[order.side]} are accepted from ${text(of, least)} to ${text(of, most)} now.`;
};

const triggerWords: Words = async (rest, of) => {
  const stop = of.orders.find(({ stopPrice }) => stopPrice !== null);
  const said = 'The market is past the stop price already: this order would trigger at once';
  const last = await lastPrice(rest, of);
  if (stop === undefined || last === undefined) return `${said}.`;
  const nearest = waitsBelow(stop)
    ? `${text(of, last.minus(of.pair.tick))} or lower`
    : `${text(of, last.plus(of.pair.tick))} or higher`;
  return `${said}. The last price is ${text(of, last)}: ${nearest} would be accepted.`;
};

const takesWords: Words = async (rest, of) => {
  const { symbol, tick } = of.pair;
  const maker = of.orders.find(({ type }) => type === 'limit-maker');
  const said = 'This order would be filled at once instead of waiting at its price';
  const best = await read(rest, '/api/v3/ticker/bookTicker', { symbol, answer: Best });
  if (maker === undefined || best === undefined) return `${said}.`;
  return maker.side === 'sell'
    ? `${said}: ${text(of, best.bidPrice.plus(tick))} or higher would be accepted.`
    : `${said}: ${text(of, best.askPrice.minus(tick))} or lower would be accepted.`;
};

const relationWords: Words = async (rest, of) => {
  const said = 'The last price must lie between take profit and stop loss';
  const last = await lastPrice(rest, of);
  const side = of.orders.at(-1)?.side;
  if (last === undefined || side === undefined) return `${said}.`;
  const [above, below] = [last.plus(of.pair.tick), last.minus(of.pair.tick)];
  const nearest =
    side === 'sell'
      ? `a take profit of ${text(of, above)} or more and a stop loss of ${text(of, below)} or less`
      : `a take profit of ${text(of, below)} or less and a stop loss of ${text(of, above)} or more`;
  return `${said}. It is ${text(of, last)}: ${nearest} would be accepted.`;
};

/** Refusals whose nearest accepted value depends on the market now. */
const WORDS: readonly (readonly [RegExp, Words])[] = [
  [/^Filter failure: PERCENT_PRICE(_BY_SIDE)?/, rangeWords],
  [/^Order would trigger immediately/, triggerWords],
  [/^Order would immediately match and take/, takesWords],
  [/^The relationship of the prices for the orders is not correct/, relationWords],
];

/** Asks Binance once more, for the price that the refusal was about; without it the sentence does without. */
export async function marketWords(rest: Rest, message: string, of: Asked): Promise<string | undefined> {
  const words = WORDS.find(([pattern]) => pattern.test(message))?.[1];
  const { pair } = of;
  return words === undefined || pair === undefined ? undefined : words(rest, { ...of, pair });
}
