import { Big } from 'big.js';
import { AVERAGE_MINUTES, type Pair } from '../pairs.ts';
import { type Candle, HOUR, MINUTE, type MarketTrade, SECOND, candleBounds, merge } from './candles.ts';
import { type DayStats, createDayStats } from './day-stats.ts';
import { type Sketch, hoursBefore, minutesBefore, secondsOf, sumSketches, toCandles } from './history.ts';
import { type Series, createSeries } from './series.ts';

const ZERO = new Big(0);
const RECENT_TRADES = 1000;
const KEEP_SECONDS = 3600;
const KEEP_MINUTES = 3 * 24 * 60;

export interface KlineRange {
  interval: string;
  startTime?: number;
  endTime?: number;
  limit: number;
}

export interface MarketStart {
  pair: Pair;
  seed: number;
  price: Big;
  time: number;
  /** When the price was stored: nothing was traded from then to `time`. */
  stoodSince: number;
  tradeId: number;
  pinned: boolean;
}

/** What the exchange knows of one symbol's market: its last price, its latest trades, its candles. */
export class Market {
  readonly pair: Pair;
  price: Big;
  /** What the house deals at: where the feed or a test last put the price. Takers' own trades move `price` only. */
  quote: Big;
  /** UTC epoch ms of the last trade. */
  time: number;
  /** The last id given out, to a print or to a fill. */
  tradeId: number;
  lastQty: Big;
  /** Set through the control server: feeds leave it alone, and the price is its own reference. */
  pinned: boolean;
  /** Most that one trade or one arriving order may fill, in base; null is without bound. */
  maxPerTick: Big | null = null;
  /** The last 24 hours. */
  readonly day: (now: number) => DayStats;
  readonly #start: MarketStart;
  readonly #seconds: Series;
  readonly #minutes: Series;
  #recent: MarketTrade[] = [];
  #past: readonly Sketch[] | null = null;
  #hours: readonly Sketch[] | null = null;

  constructor(start: MarketStart) {
    const { pair, price, time } = start;
    this.#start = start;
    this.pair = pair;
    this.price = price;
    this.quote = price;
    this.time = time;
    this.tradeId = start.tradeId;
    this.lastQty = pair.step;
    this.pinned = start.pinned;
    this.#seconds = createSeries({ length: SECOND, keep: KEEP_SECONDS, start: time, price });
    this.#minutes = createSeries({ length: MINUTE, keep: KEEP_MINUTES, start: time, price });
    this.day = createDayStats({
      live: (now) => this.#minutes.until(now),
      pastFrom: (from) =>
        sumSketches(
          this.#pastMinutes().filter((minute) => minute.openTime >= from),
          pair,
        ),
    });
  }

  print(trade: MarketTrade): void {
    this.price = trade.price;
    this.time = trade.time;
    this.lastQty = trade.qty;
    this.#recent.push(trade);
    if (this.#recent.length > RECENT_TRADES * 1.2) this.#recent = this.#recent.slice(-RECENT_TRADES);
    this.#seconds.add(trade);
    this.#minutes.add(trade);
  }

  recent(limit: number): readonly MarketTrade[] {
    return this.#recent.slice(-limit);
  }

  /** Oldest first; `startTime` and `endTime` bound the open time, inclusive. */
  klines(range: KlineRange, now: number): Candle[] {
    const { open, next } = candleBounds(range.interval, now);
    const end = Math.min(range.endTime ?? now, now);
    const from = range.startTime ?? candleBounds(range.interval, end).open - range.limit * (next - open);
    const bound = candleBounds(range.interval, from).open;
    const wanted = this.#source({ interval: range.interval, from: bound, now, end });
    const candles = merge(wanted, range.interval).filter((each) => each.openTime >= from && each.openTime <= end);
    return range.startTime === undefined ? candles.slice(-range.limit) : candles.slice(0, range.limit);
  }

  /** What price filters measure against. */
  averagePrice(now: number): Big {
    if (this.pinned) return this.price;
    const latest = this.#minutes.until(now).slice(-AVERAGE_MINUTES);
    const volume = latest.reduce((total, each) => total.plus(each.volume), ZERO);
    if (volume.eq(0)) return this.price;
    return latest
      .reduce((total, each) => total.plus(each.quoteVolume), ZERO)
      .div(volume)
      .round(8, 0);
  }

  /** The past is made up when first asked for, not at start. */
  #pastMinutes(): readonly Sketch[] {
    this.#past ??= minutesBefore(this.#start);
    return this.#past;
  }

  #pastHours(): readonly Sketch[] {
    this.#hours ??= hoursBefore(this.#start, this.#pastMinutes());
    return this.#hours;
  }

  /** Candles no longer than the interval that open within the bounds; seconds where it asks for seconds. */
  #source(of: { interval: string; from: number; end: number; now: number }): Candle[] {
    const within = (each: { openTime: number }) => each.openTime >= of.from && each.openTime <= of.end;
    const { open, next } = candleBounds(of.interval, of.from);
    if (of.interval === '1s') return this.#secondsFrom(of.from, of.now).filter(within);
    const past = next - open < HOUR ? this.#pastMinutes() : this.#pastHours();
    return [...toCandles(past.filter(within), this.pair), ...this.#minutes.until(of.now).filter(within)];
  }

  #secondsFrom(from: number, now: number): Candle[] {
    const known = this.#seconds.until(now);
    const firstKnown = known[0]?.openTime ?? now;
    const isEarlier = (minute: { openTime: number }) => minute.openTime + MINUTE > from && minute.openTime < firstKnown;
    const past = toCandles(this.#pastMinutes().filter(isEarlier), this.pair);
    return [...past, ...this.#minutes.until(now).filter(isEarlier)]
      .flatMap((minute) => secondsOf(minute, this.pair.tick).filter((second) => second.openTime < firstKnown))
      .concat(known);
  }
}
