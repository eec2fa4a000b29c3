import { Big } from 'big.js';
import type { Candle, Exchange, StreamTrade } from '../../server/exchanges/exchange.ts';
import type { ExchangePair } from '../../server/domain/market/pair.ts';

type Event = Parameters<Parameters<Exchange['watchTrades']>[0]>[0];

const UNITS: Record<string, number> = { '1s': 1_000, '1m': 60_000, '5m': 300_000, '1h': 3_600_000 };

type Trade = Omit<StreamTrade, 'id'>;

const pair = (symbol: string): ExchangePair => ({
  symbol,
  status: 'trading',
  base: symbol.slice(0, -4),
  counter: 'USDT',
  tick: new Big('0.0001'),
  step: new Big('0.1'),
  minQuantity: new Big('0.1'),
  maxQuantity: new Big('1000000'),
  marketQuantity: null,
  minNotional: new Big('5'),
  limits: { orders: null, algoOrders: null, orderLists: null },
  triggers: new Set(),
  trailing: null,
  lists: new Set(),
  pegged: null,
  percentPrice: null,
});

function candle(openTime: number, unit: number, trades: Trade[]): Candle {
  const prices = trades.map(({ price }) => price);
  const sorted = prices.toSorted((one, other) => one.cmp(other));
  const zero = new Big(0);
  const edges = { low: sorted[0] ?? zero, high: sorted.at(-1) ?? zero };
  const ends = { open: prices[0] ?? zero, close: prices.at(-1) ?? zero };
  return {
    openTime,
    closeTime: openTime + unit - 1,
    quoteVolume: null,
    takerBase: null,
    takerQuote: null,
    trades: null,
    volume: new Big(trades.reduce((sum, { quantity = 0 }) => sum + quantity, 0)),
    ...ends,
    ...edges,
  };
}

/** The prices' part of the exchange port: trades as the test makes them, candles of them, and a line that can be cut. */
export function priceFeed(symbols: string[]) {
  const trades: Trade[] = [];
  const listeners = new Set<(event: Event) => void>();
  let line = true;
  let candlesFail = 0;
  let tradesAsked = 0;
  const feed = {
    pairs: () => new Map(symbols.map((symbol) => [symbol, pair(symbol)])),
    async candles({
      symbol,
      interval,
      startTime = 0,
      endTime = Infinity,
      limit = 500,
    }: Parameters<Exchange['candles']>[0]) {
      if (candlesFail > 0) {
        candlesFail -= 1;
        return { outcome: 'unknown' as const, reason: 'time-out' };
      }
      const unit = UNITS[interval] ?? 60_000;
      const of = trades.filter((trade) => trade.symbol === symbol);
      const byTime = Map.groupBy(of, ({ time }) => Math.floor(time / unit) * unit);
      const value = [...byTime]
        .map(([openTime, some]) => candle(openTime, unit, some))
        .filter(({ openTime }) => openTime >= startTime && openTime <= endTime)
        .slice(0, limit);
      return { outcome: 'ok' as const, value };
    },
    async trades({ symbol, startTime, endTime }: Parameters<NonNullable<Exchange['trades']>>[0]) {
      tradesAsked += 1;
      const isWanted = (trade: Trade) => trade.symbol === symbol && trade.time >= startTime && trade.time <= endTime;
      return { outcome: 'ok' as const, value: trades.filter(isWanted) };
    },
    tradesAsked: () => tradesAsked,
    /** Of each trade from now on. */
    quantity: 1,
    watchTrades(listener: (event: Event) => void) {
      listeners.add(listener);
      if (line) queueMicrotask(() => listener({ kind: 'gap' }));
      return () => listeners.delete(listener);
    },
    /** Received, and in no candle. */
    push(trade: StreamTrade) {
      for (const listener of listeners) listener({ kind: 'trade', trade });
    },
    /** Every listener gets it, unless the line is cut. */
    trade(symbol: string, price: string, time: number) {
      const trade = { symbol, price: new Big(price), time, quantity: feed.quantity };
      trades.push(trade);
      if (line) for (const listener of listeners) listener({ kind: 'trade', trade: { ...trade, id: null } });
    },
    /** Traded before anyone listened. */
    past(symbol: string, price: string, time: number) {
      trades.push({ symbol, price: new Big(price), time, quantity: feed.quantity });
    },
    cut: () => {
      line = false;
    },
    heal() {
      line = true;
      for (const listener of listeners) listener({ kind: 'gap' });
    },
    failCandles: (times: number) => {
      candlesFail = times;
    },
  };
  return feed;
}
export type PriceFeed = ReturnType<typeof priceFeed>;
