import type { MarketTrade } from '../../../../domain/matching/model/market.ts';
import type { ExchangeCore } from '../../exchange-core.ts';
import { INTERVALS, candleBounds } from '../../market/candles.ts';
import type { Market } from '../../market/market.ts';
import { DepthStreams } from './depth-streams.ts';
import {
  aggregateEvent,
  averageEvent,
  bookEvent,
  klineEvent,
  miniTickerEvent,
  tickerEvent,
  tradeEvent,
} from './stream-events.ts';
import { windowStreams } from './window-streams.ts';

export type StreamListener = (name: string, data: string) => void;

const INTERVAL_MS = 1000;
const FAST_INTERVAL_MS = 100;
const ALL_MINI_TICKERS = '!miniTicker@arr';

interface KlineStream {
  name: string;
  market: Market;
  interval: string;
  /** Open time of the candle published last, which is published once more when it is closed. */
  published: number;
}

/** The public streams: each event is serialized once and handed to all subscribers of its name. */
export class StreamHub {
  readonly #core: ExchangeCore;
  readonly #listeners = new Map<string, Set<StreamListener>>();
  readonly #klines = new Map<string, KlineStream>();
  readonly #depths: DepthStreams;
  /** The best prices published last, by stream. */
  readonly #best = new Map<string, string>();
  /** Last trade ids a second ago: tickers are published for symbols that traded since. */
  #lastTradeIds = new Map<Market, number>();
  #seconds = 0;
  readonly #stopTrades: () => void;
  readonly #timers: NodeJS.Timeout[];

  constructor(core: ExchangeCore) {
    this.#core = core;
    this.#stopTrades = core.onTrade((trade) => this.#onTrade(trade));
    this.#depths = new DepthStreams(core);
    this.#timers = [
      setInterval(() => this.#publishSlow(), INTERVAL_MS),
      setInterval(() => this.#publishFast(), FAST_INTERVAL_MS),
    ];
  }

  stop(): void {
    this.#stopTrades();
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** An unknown name is accepted and never published, as on the real exchange. */
  subscribe(name: string, listener: StreamListener): void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    const kline = this.#klineStream(name);
    if (kline && !this.#klines.has(name)) this.#klines.set(name, kline);
    this.#depths.subscribe(name);
  }

  unsubscribe(name: string, listener: StreamListener): void {
    const listeners = this.#listeners.get(name);
    listeners?.delete(listener);
    if (listeners?.size !== 0) return;
    this.#listeners.delete(name);
    this.#klines.delete(name);
    this.#best.delete(name);
    this.#depths.unsubscribe(name);
  }

  #klineStream(name: string): KlineStream | null {
    const [, symbol = '', interval = ''] = /^([a-z0-9]+)@kline_(\w+)$/.exec(name) ?? [];
    const market = this.#core.markets.get(symbol.toUpperCase());
    if (!market || !INTERVALS.has(interval)) return null;
    return { name, market, interval, published: candleBounds(interval, this.#core.now()).open };
  }

  #emit(name: string, event: () => object): void {
    const listeners = this.#listeners.get(name);
    if (!listeners) return;
    const data = JSON.stringify(event());
    for (const listener of listeners) listener(name, data);
  }

  #onTrade(trade: MarketTrade): void {
    const market = this.#core.markets.get(trade.symbol);
    const symbol = trade.symbol.toLowerCase();
    const now = this.#core.now();
    this.#emit(`${symbol}@trade`, () => tradeEvent(trade, now));
    this.#emit(`${symbol}@aggTrade`, () => aggregateEvent(trade, now));
    if (market) this.#publishBest(market);
  }

  #publishSlow(): void {
    if (this.#listeners.size === 0) return;
    const now = this.#core.now();
    const markets = [...this.#core.markets.values()];
    const changed = markets.filter((market) => this.#lastTradeIds.get(market) !== market.tradeId);
    this.#lastTradeIds = new Map(markets.map((market) => [market, market.tradeId]));
    for (const market of changed) {
      const symbol = market.pair.symbol.toLowerCase();
      this.#emit(`${symbol}@miniTicker`, () => miniTickerEvent(market, now));
      this.#emit(`${symbol}@ticker`, () => tickerEvent(market, this.#core.resting(market, 1), now));
    }
    if (changed.length > 0) {
      this.#emit(ALL_MINI_TICKERS, () => changed.map((market) => miniTickerEvent(market, now)));
      for (const { name, event } of windowStreams(changed, now)) this.#emit(name, event);
    }
    for (const market of markets) {
      this.#emit(`${market.pair.symbol.toLowerCase()}@avgPrice`, () => averageEvent(market, now));
    }
    this.#publishDepths(false);
    this.#seconds += 1;
    for (const stream of this.#klines.values()) this.#publishKline(stream, now);
  }

  #publishFast(): void {
    this.#publishDepths(true);
    for (const market of this.#core.markets.values()) this.#publishBest(market);
  }

  /** With every trade, and soon after an order came to the book or left it, if the best prices changed. */
  #publishBest(market: Market): void {
    const name = `${market.pair.symbol.toLowerCase()}@bookTicker`;
    if (!this.#listeners.has(name)) return;
    const event = bookEvent(market, this.#core.resting(market, 1));
    const text = JSON.stringify(event);
    if (this.#best.get(name) === text) return;
    this.#best.set(name, text);
    this.#emit(name, () => event);
  }

  #publishDepths(fast: boolean): void {
    for (const { name, event } of this.#depths.events(fast, this.#core.now())) this.#emit(name, () => event);
  }

  #publishKline(stream: KlineStream, now: number): void {
    const { open } = candleBounds(stream.interval, now);
    const closed = open !== stream.published;
    if (!closed && stream.interval !== '1s' && this.#seconds % 2 === 1) return;
    const { market, interval, name } = stream;
    const candles = market.klines({ interval, startTime: stream.published, limit: 1000 }, now);
    stream.published = open;
    for (const candle of candles) {
      this.#emit(name, () => klineEvent(candle, { symbol: market.pair.symbol, interval, now }));
    }
  }
}
