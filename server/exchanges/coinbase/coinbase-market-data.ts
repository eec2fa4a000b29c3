import { Big } from 'big.js';
import * as z from 'zod/mini';
import { ZERO } from '#contracts/rules/decimal.ts';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Answer, Candle, DayStats, Exchange } from '../exchange.ts';
import type { ExchangePair, PairStatus, TriggerType } from '../../domain/market/pair.ts';
import { decimals } from '../../lib/decimal.ts';
import { notSent } from '../refusals.ts';
import type { Rest } from '../ccxt/rest/rest.ts';
import { amount, blankAmount, optionalAmount } from '../ccxt/wire-values.ts';

const SPOT = { product_type: 'SPOT' };
/** A stop that goes to the market is not offered, nor a trigger for taking profit. */
const TRIGGERS: ReadonlySet<TriggerType> = new Set(['stop-limit']);

const flag = z.optional(z.boolean());
const Product = z.object({
  product_id: z.string(),
  base_currency_id: z.string().check(z.minLength(1)),
  quote_currency_id: z.string().check(z.minLength(1)),
  status: z.string(),
  price_increment: amount,
  base_increment: amount,
  base_min_size: amount,
  base_max_size: amount,
  quote_min_size: amount,
  is_disabled: flag,
  trading_disabled: flag,
  cancel_only: flag,
  view_only: flag,
  limit_only: flag,
  post_only: flag,
  auction_mode: flag,
  alias: z.optional(z.string()),
  alias_to: z.optional(z.nullable(z.array(z.string()))),
});
type Product = z.output<typeof Product>;

export interface CoinbasePair extends ExchangePair {
  productId: string;
  /** The product whose book this one shares; '' where it has its own. */
  alias: string;
  /** Products that share this one's book. */
  aliasTo: readonly string[];
}

/** In an auction orders rest until it ends; in post-only mode none may trade at once. */
function takesOnly({ auction_mode, post_only, limit_only }: Product): Pick<ExchangePair, 'takesOnly'> {
  if (auction_mode === true || post_only === true) return { takesOnly: 'resting' };
  return limit_only === true ? { takesOnly: 'limit' } : {};
}

const AnyProduct = z.unknown();
const Products = z.object({ products: z.array(AnyProduct) });
const PRODUCTS = { path: 'brokerage/market/products', params: SPOT, urgent: true, answer: Products };

/** All products, or one alone. */
export async function readProducts(rest: Rest, productId?: string): Promise<Answer<unknown[]>> {
  if (productId === undefined) {
    const answer = await rest.ask(PRODUCTS);
    return answer.outcome === 'ok' ? { outcome: 'ok', value: answer.value.products } : answer;
  }
  const path = `brokerage/market/products/${productId}`;
  const answer = await rest.ask({ path, urgent: true, answer: AnyProduct });
  return answer.outcome === 'ok' ? { outcome: 'ok', value: [answer.value] } : answer;
}

function statusOf({ status, is_disabled, trading_disabled, view_only, cancel_only }: Product): PairStatus {
  if (status !== 'online' || is_disabled === true || trading_disabled === true || view_only === true) return 'halted';
  return cancel_only === true ? 'cancel-only' : 'trading';
}

export function readPair(entry: unknown): CoinbasePair | undefined {
  const product = Product.parse(entry);
  const { base_currency_id: base, quote_currency_id: counter } = product;
  if (product.product_id !== `${base}-${counter}`) throw new Error('a product that is not named for its currencies');
  return {
    symbol: base + counter,
    status: statusOf(product),
    base,
    counter,
    tick: product.price_increment,
    step: product.base_increment,
    minQuantity: product.base_min_size,
    maxQuantity: product.base_max_size,
    marketQuantity: null,
    minNotional: product.quote_min_size,
    limits: { orders: null, algoOrders: null, orderLists: null },
    triggers: TRIGGERS,
    trailing: null,
    pegged: null,
    lists: new Set(),
    percentPrice: null,
    ...takesOnly(product),
    productId: product.product_id,
    alias: product.alias ?? '',
    aliasTo: product.alias_to ?? [],
  };
}

/** Binance's names for the lengths that Coinbase has, with their ms; of a second there are none. */
const INTERVALS: Readonly<Record<string, [granularity: string, ms: number]>> = {
  '1s': ['ONE_MINUTE', MINUTE],
  '1m': ['ONE_MINUTE', MINUTE],
  '5m': ['FIVE_MINUTE', 300_000],
  '15m': ['FIFTEEN_MINUTE', 900_000],
  '30m': ['THIRTY_MINUTE', 1_800_000],
  '1h': ['ONE_HOUR', HOUR],
  '2h': ['TWO_HOUR', 7_200_000],
  '6h': ['SIX_HOUR', 21_600_000],
  '1d': ['ONE_DAY', DAY],
};
const CANDLES_PER_CALL = 350;
/** Where nothing was traded there is no candle: more than one span may be needed to find as many as are asked for. */
const MOST_CALLS = 20;
const CANDLES = 500;
const SECONDS = z.string().check(z.regex(/^\d{9,11}$/));
const Candles = z.object({
  candles: z.array(
    z.object({ start: SECONDS, open: amount, high: amount, low: amount, close: amount, volume: amount }),
  ),
});
type WireCandle = z.output<typeof Candles>['candles'][number];

const Prices = z.object({
  products: z.array(z.object({ base_currency_id: z.string(), quote_currency_id: z.string(), price: blankAmount })),
});

const PERCENT = /^(-?\d+(?:\.\d+)?)%?$/;
const Days = z.object({
  products: z.array(
    z.object({
      base_currency_id: z.string(),
      quote_currency_id: z.string(),
      price: blankAmount,
      price_percentage_change_24h: z.optional(z.string()),
      approximate_quote_24h_volume: optionalAmount,
    }),
  ),
});

/** The price a day ago, by its change in percent, to as many digits as the price has; null where Coinbase names none. */
function priceBefore(price: Big, change = ''): Big | null {
  const [, percent] = PERCENT.exec(change) ?? [];
  const factor = percent === undefined ? ZERO : new Big(percent).div(100).plus(1);
  return price.gt(0) && factor.gt(0) ? price.div(factor).round(decimals(price)) : null;
}

/** N-1: of a candle Coinbase has the volume alone. */
const UNTOLD = { quoteVolume: null, takerBase: null, takerQuote: null, trades: null } as const;

const toCandle = ({ start, ...prices }: WireCandle, length: number): Candle => {
  const openTime = Number(start) * 1000;
  return { openTime, closeTime: openTime + length - 1, ...prices, ...UNTOLD };
};

type CandlesOf = Parameters<Exchange['candles']>[0];

/** What to ask for, oldest first: Coinbase wants both ends, here in ms, and gives so many at a time. */
function spans({ startTime, endTime }: CandlesOf, length: number, of: { now: number; limit: number }) {
  const last = endTime ?? of.now;
  const first = startTime ?? last - (of.limit - 1) * length;
  const asked: { start: number; end: number }[] = [];
  for (let start = Math.floor(first / length) * length; start <= last && asked.length < MOST_CALLS;) {
    const end = Math.min(last, start + (CANDLES_PER_CALL - 1) * length);
    asked.push({ start, end });
    start = end + length;
  }
  return asked;
}

type MarketData = Pick<Exchange, 'candles' | 'lastPrices' | 'dayStats' | 'trades'>;

export function createMarketData(rest: Rest, pairs: Exchange['pairs']): MarketData {
  return {
    trades: null,
    async candles(of): Promise<Answer<Candle[]>> {
      const pair = pairs().get(of.symbol);
      const known = INTERVALS[of.interval];
      if (pair === undefined) return notSent(`Coinbase does not trade ${of.symbol}.`);
      if (known === undefined) return notSent(`Coinbase has no candles of ${of.interval}.`);
      const [granularity, length] = known;
      const path = `brokerage/market/products/${pair.base}-${pair.counter}/candles`;
      const limit = of.limit ?? CANDLES;
      const candles: Candle[] = [];
      for (const { start, end } of spans(of, length, { now: rest.time.now(), limit })) {
        if (candles.length >= limit) break;
        const params = { start: String(Math.floor(start / 1000)), end: String(Math.floor(end / 1000)), granularity };
        const answer = await rest.ask({ path, params, answer: Candles });
        if (answer.outcome !== 'ok') return answer;
        candles.push(...answer.value.candles.map((wire) => toCandle(wire, length)).toReversed());
      }
      return { outcome: 'ok', value: of.startTime === undefined ? candles.slice(-limit) : candles.slice(0, limit) };
    },
    /** Coinbase does not list the highest and the lowest price of a day. */
    async dayStats() {
      const answer = await rest.ask({ ...PRODUCTS, urgent: false, answer: Days });
      if (answer.outcome !== 'ok') return answer;
      const value = answer.value.products.map((product): DayStats => ({
        symbol: product.base_currency_id + product.quote_currency_id,
        open: priceBefore(product.price, product.price_percentage_change_24h),
        high: null,
        low: null,
        quoteVolume: product.approximate_quote_24h_volume ?? null,
      }));
      return { outcome: 'ok', value: value.filter(({ symbol }) => pairs().has(symbol)) };
    },
    /** The products name no time: `time` is when they were asked for. One that never traded has no price. */
    async lastPrices() {
      const time = rest.time.now();
      const answer = await rest.ask({ ...PRODUCTS, answer: Prices });
      if (answer.outcome !== 'ok') return answer;
      const named = answer.value.products.map((product) => {
        return { symbol: product.base_currency_id + product.quote_currency_id, price: product.price, time };
      });
      return { outcome: 'ok', value: named.filter(({ symbol, price }) => pairs().has(symbol) && price.gt(0)) };
    },
  };
}
