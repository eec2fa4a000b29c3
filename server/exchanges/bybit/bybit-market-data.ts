import * as z from 'zod/mini';
import { ZERO } from '#contracts/rules/decimal.ts';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Candle, DayStats, Exchange, PairDetails, PublicTrade } from '../exchange.ts';
import type { ExchangePair, TriggerType } from '../../domain/market/pair.ts';
import { notSent } from '../refusals.ts';
import type { Rest } from '../ccxt/rest/rest.ts';
import { amount, msText, optionalAmount } from '../ccxt/wire-values.ts';
import { page, result, side } from './bybit-messages.ts';

const SPOT = { category: 'spot' };
/** Each symbol takes 30 orders with a trigger, the account 500 in all. */
const MOST_TRIGGERS = 30;
const MOST_ORDERS = 500;
const TRIGGERS: ReadonlySet<TriggerType> = new Set(['stop', 'stop-limit', 'take-profit', 'take-profit-limit']);

const Instrument = z.object({
  symbol: z.string(),
  baseCoin: z.string(),
  quoteCoin: z.string(),
  status: z.string(),
  lotSizeFilter: z.object({
    basePrecision: amount,
    minOrderQty: amount,
    minOrderAmt: amount,
    maxOrderQty: z.optional(amount),
    maxLimitOrderQty: z.optional(amount),
    maxMarketOrderQty: z.optional(amount),
  }),
  priceFilter: z.object({ tickSize: amount }),
});

export const Instruments = result(z.object({ list: z.array(z.unknown()) }));
export const INSTRUMENTS = { path: 'v5/market/instruments-info', params: SPOT, urgent: true, answer: Instruments };

export function readPair(entry: unknown): ExchangePair | undefined {
  const listed = Instrument.parse(entry);
  const { lotSizeFilter: lot } = listed;
  const most = lot.maxLimitOrderQty ?? lot.maxOrderQty;
  if (most === undefined) throw new Error('no largest quantity');
  const marketMost = lot.maxMarketOrderQty;
  return {
    symbol: listed.symbol,
    status: listed.status === 'Trading' ? 'trading' : 'halted',
    base: listed.baseCoin,
    counter: listed.quoteCoin,
    tick: listed.priceFilter.tickSize,
    step: lot.basePrecision,
    minQuantity: lot.minOrderQty,
    maxQuantity: most,
    marketQuantity:
      marketMost === undefined ? null : { min: lot.minOrderQty, max: marketMost, step: lot.basePrecision },
    minNotional: lot.minOrderAmt,
    limits: { orders: MOST_ORDERS, algoOrders: MOST_TRIGGERS, orderLists: null },
    triggers: TRIGGERS,
    trailing: null,
    pegged: null,
    lists: new Set(),
    percentPrice: null,
  };
}

/** Binance's names for the lengths that Bybit has, with their ms; of a second there are none. */
const INTERVALS: Readonly<Record<string, [name: string, ms: number]>> = {
  '1s': ['1', MINUTE],
  '1m': ['1', MINUTE],
  '3m': ['3', 180_000],
  '5m': ['5', 300_000],
  '15m': ['15', 900_000],
  '30m': ['30', 1_800_000],
  '1h': ['60', HOUR],
  '2h': ['120', 7_200_000],
  '4h': ['240', 14_400_000],
  '6h': ['360', 21_600_000],
  '12h': ['720', 43_200_000],
  '1d': ['D', DAY],
  '1w': ['W', 604_800_000],
};

const Klines = page(z.tuple([msText, amount, amount, amount, amount, amount, amount], z.unknown()));
const Tickers = z.object({
  result: z.object({ list: z.array(z.object({ symbol: z.string(), lastPrice: amount })) }),
  time: z.int(),
});

const Days = result(
  z.object({
    list: z.array(
      z.object({
        symbol: z.string(),
        prevPrice24h: optionalAmount,
        highPrice24h: optionalAmount,
        lowPrice24h: optionalAmount,
        turnover24h: optionalAmount,
      }),
    ),
  }),
);
const RecentTrades = result(
  z.object({
    list: z.array(z.object({ execId: z.string(), price: amount, size: amount, side, time: msText })),
  }),
);
/** The most that spot gives. */
const RECENT_TRADES = 60;

/** N-1: of a candle Bybit has both volumes, and nothing of those who took. */
const NO_TAKERS = { takerBase: null, takerQuote: null, trades: null } as const;

const CANDLES = 500;

/** From the candle on that holds the start: Bybit counts back from the end, so the end is brought near. */
function period({ endTime, ...of }: Parameters<Exchange['candles']>[0], length: number, limit: number) {
  const startTime = of.startTime === undefined ? undefined : Math.floor(of.startTime / length) * length;
  const end = startTime === undefined ? endTime : Math.min(endTime ?? Infinity, startTime + limit * length - 1);
  return { ...(startTime === undefined ? {} : { start: startTime }), ...(end === undefined ? {} : { end }), limit };
}

type MarketData = Pick<Exchange, 'candles' | 'lastPrices' | 'dayStats' | 'trades'>;

/** Bybit lists the newest first. */
export const recentTrades =
  (rest: Rest): PairDetails['recentTrades'] =>
  async (symbol) => {
    const params = { ...SPOT, symbol, limit: RECENT_TRADES };
    const answer = await rest.ask({ path: 'v5/market/recent-trade', params, answer: RecentTrades });
    if (answer.outcome !== 'ok') return answer;
    const trades = answer.value.list.map(({ execId: id, price, size: quantity, side: taker, time }): PublicTrade => {
      return { id, price, quantity, side: taker, time };
    });
    return { outcome: 'ok', value: trades.toReversed() };
  };

export function createMarketData(rest: Rest, pairs: Exchange['pairs']): MarketData {
  return {
    /** Bybit lists the last sixty, of no time that one could name. */
    trades: null,
    async candles(of) {
      const known = INTERVALS[of.interval];
      if (known === undefined) return notSent(`Bybit has no candles of ${of.interval}.`);
      const [interval, length] = known;
      const params = { ...SPOT, symbol: of.symbol, interval, ...period(of, length, of.limit ?? CANDLES) };
      const answer = await rest.ask({ path: 'v5/market/kline', params, answer: Klines });
      if (answer.outcome !== 'ok') return answer;
      const candles = answer.value.list.map(([openTime, open, high, low, close, volume, quoteVolume]): Candle => {
        const candle = { open, high, low, close, volume, quoteVolume };
        return Object.assign(candle, NO_TAKERS, { openTime, closeTime: openTime + length - 1 });
      });
      return { outcome: 'ok', value: candles.toReversed() };
    },
    async dayStats() {
      const answer = await rest.ask({ path: 'v5/market/tickers', params: SPOT, answer: Days });
      if (answer.outcome !== 'ok') return answer;
      const known = answer.value.list.filter(({ symbol }) => pairs().has(symbol));
      const value = known.map(({ symbol, prevPrice24h, highPrice24h, lowPrice24h, turnover24h }): DayStats => ({
        symbol,
        open: prevPrice24h ?? null,
        high: highPrice24h ?? null,
        low: lowPrice24h ?? null,
        quoteVolume: turnover24h ?? null,
      }));
      return { outcome: 'ok', value };
    },
    async lastPrices() {
      const answer = await rest.ask({ path: 'v5/market/tickers', params: SPOT, answer: Tickers });
      if (answer.outcome !== 'ok') return answer;
      const { result: tickers, time } = answer.value;
      const traded = tickers.list.filter(({ symbol, lastPrice }) => pairs().has(symbol) && lastPrice.gt(ZERO));
      return { outcome: 'ok', value: traded.map(({ symbol, lastPrice: price }) => ({ symbol, price, time })) };
    },
  };
}
