import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney } from './money.ts';
import { Market, Side, SymbolName, TimeText, TradeType, wholeText } from './symbol.ts';

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
const MOST_CANDLES = 1000;

/** Times are UTC epoch ms; prices in counter, volume in base. */
export const Candle = z.object({
  openTime: z.number(),
  closeTime: z.number(),
  open: money,
  high: money,
  low: money,
  close: money,
  volume: money,
});

export const getCandles = endpoint({
  method: 'get',
  path: '/api/markets/:tradeType/candles/:market/:symbol',
  summary: 'Candles for the chart, oldest first; the last one may still be forming',
  access: 'person',
  scopes: ['read'],
  params: z.object({ tradeType: TradeType, market: Market, symbol: SymbolName }),
  query: z.object({
    interval: z.optional(z.enum(CANDLE_INTERVALS, `Choose one of: ${CANDLE_INTERVALS.join(', ')}.`)),
    limit: z.optional(wholeText(MOST_CANDLES, `A limit is a number from 1 to ${MOST_CANDLES}.`)),
    /** Candles that opened by then. */
    endTime: z.optional(TimeText),
  }),
  response: z.object({ candles: z.array(Candle) }),
});

/** The last 24 hours of a pair; prices in counter currency, null where the exchange does not say. */
export const DayStats = z.object({
  /** 'xrp_usdt'. */
  name: z.string(),
  /** Last trade's price; null before the first one is known. */
  price: nullableMoney,
  /** The price 24 hours ago. */
  open: nullableMoney,
  high: nullableMoney,
  low: nullableMoney,
  /** Counter currency. */
  volume: nullableMoney,
});
export type DayStats = z.output<typeof DayStats>;

const MOST_NAMES = 60;
const PairNames = z.codec(
  z.string().check(z.regex(/^[a-z0-9_]+(,[a-z0-9_]+)*$/i, 'Name coin pairs, separated by commas.')),
  z.array(z.string()).check(z.maxLength(MOST_NAMES, `Name at most ${MOST_NAMES} coin pairs.`)),
  { decode: (text) => text.toLowerCase().split(','), encode: (names) => names.join(',') },
);

export const listDayStats = endpoint({
  method: 'get',
  path: '/api/day-stats/:market',
  summary: 'Change, range and volume of the last 24 hours, of all pairs that traded or of those named',
  access: 'person',
  scopes: ['read'],
  params: z.object({ market: Market }),
  query: z.object({ pairs: z.optional(PairNames) }),
  response: z.object({
    /** Whether the live channel has order book and recent trades of this market. */
    orderBook: z.boolean(),
    pairs: z.array(DayStats),
  }),
});

const Level = z.tuple([money, money]);

/** The best levels of a pair's order book, best first: price in counter and quantity in base currency. */
export const MarketDepth = z.object({
  market: z.string(),
  symbol: z.string(),
  bids: z.array(Level),
  asks: z.array(Level),
});
export type MarketDepth = z.output<typeof MarketDepth>;

export const PublicTrade = z.object({
  id: z.string(),
  price: money,
  quantity: money,
  /** Of the taker. */
  side: Side,
  /** The exchange's clock, UTC epoch ms. */
  time: z.number(),
});
export type PublicTrade = z.output<typeof PublicTrade>;

export const MarketTrades = z.object({
  market: z.string(),
  symbol: z.string(),
  /** True for the whole list, which replaces the one before; else these follow it. */
  whole: z.boolean(),
  /** Oldest first. */
  trades: z.array(PublicTrade),
});
export type MarketTrades = z.output<typeof MarketTrades>;
