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

const BEAT_MS = 1000;
const FAST_BEAT_MS = 100;
const ALL_MINI_TICKERS = '!miniTicker@arr';

interface KlineStream {
  name: string;
  market: Market;
  interval: string;
  /** Open time of the candle last told, which is told once more when it is closed. */
  reported: number;
}

/** The public streams: what happens is written once and handed to everyone who listens to that name. */
export class StreamHub {
  readonly #core: ExchangeCore;
  readonly #listeners = new Map<string, Set<StreamListener>>();
  readonly #klines = new Map<string, KlineStream>();
  readonly #depths: DepthStreams;
  /** What was told last of each book's best prices. */
  readonly #best = new Map<string, string>();
  /** Last trade ids at the previous beat: tickers are told for symbols that traded since. */
  #seen = new Map<Market, number>();
  #beats = 0;
  readonly #stopTrades: () => void;
  readonly #timers: NodeJS.Timeout[];

  constructor(core: ExchangeCore) {
    this.#core = core;
    this.#stopTrades = core.onTrade((trade) => this.#onTrade(trade));
    this.#depths = new DepthStreams(core);
    this.#timers = [setInterval(() => this.#beat(), BEAT_MS), setInterval(() => this.#fastBeat(), FAST_BEAT_MS)];
  }

  stop(): void {
    this.#stopTrades();
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** A name that no stream has is taken too, and stays silent, as on the real exchange. */
  listen(name: string, listener: StreamListener): void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    const kline = this.#klineStream(name);
    if (kline && !this.#klines.has(name)) this.#klines.set(name, kline);
    this.#depths.listen(name);
  }

  leave(name: string, listener: StreamListener): void {
    const listeners = this.#listeners.get(name);
    listeners?.delete(listener);
    if (listeners?.size !== 0) return;
    this.#listeners.delete(name);
    this.#klines.delete(name);
    this.#best.delete(name);
    this.#depths.leave(name);
  }

  #klineStream(name: string): KlineStream | null {
    const [, symbol = '', interval = ''] = /^([a-z0-9]+)@kline_(\w+)$/.exec(name) ?? [];
    const market = this.#core.markets.get(symbol.toUpperCase());
    if (!market || !INTERVALS.has(interval)) return null;
    return { name, market, interval, reported: candleBounds(interval, this.#core.now()).open };
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
    if (market) this.#tellBest(market);
  }

  #beat(): void {
    if (this.#listeners.size === 0) return;
    const now = this.#core.now();
    const markets = [...this.#core.markets.values()];
    const changed = markets.filter((market) => this.#seen.get(market) !== market.tradeId);
    this.#seen = new Map(markets.map((market) => [market, market.tradeId]));
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
    this.#tellDepths(false);
    this.#beats += 1;
    for (const stream of this.#klines.values()) this.#tellKline(stream, now);
  }

  #fastBeat(): void {
    this.#tellDepths(true);
    for (const market of this.#core.markets.values()) this.#tellBest(market);
  }

  /** With every trade, and soon after an order came to the book or left it; only what is not known yet. */
  #tellBest(market: Market): void {
    const name = `${market.pair.symbol.toLowerCase()}@bookTicker`;
    if (!this.#listeners.has(name)) return;
    const event = bookEvent(market, this.#core.resting(market, 1));
    const text = JSON.stringify(event);
    if (this.#best.get(name) === text) return;
    this.#best.set(name, text);
    this.#emit(name, () => event);
  }

  #tellDepths(fast: boolean): void {
    for (const { name, event } of this.#depths.events(fast, this.#core.now())) this.#emit(name, () => event);
  }

  #tellKline(stream: KlineStream, now: number): void {
    const { open } = candleBounds(stream.interval, now);
    const closed = open !== stream.reported;
    if (!closed && stream.interval !== '1s' && this.#beats % 2 === 1) return;
    const { market, interval, name } = stream;
    const candles = market.klines({ interval, startTime: stream.reported, limit: 1000 }, now);
    stream.reported = open;
    for (const candle of candles) {
      this.#emit(name, () => klineEvent(candle, { symbol: market.pair.symbol, interval, now }));
    }
  }
}
