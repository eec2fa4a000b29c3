import { Big } from 'big.js';
import { AVERAGE_MINUTES, type Pair } from '../pairs.ts';
import { type Candle, HOUR, MINUTE, type MarketTrade, SECOND, candleBounds, merge } from './candles.ts';
import { type DayStats, createDayStats } from './day-stats.ts';
import { historyBefore, secondsOf } from './history.ts';
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
  tradeId: number;
  pinned: boolean;
}

/** What the exchange knows of one symbol's market: its last price, its latest trades, its candles. */
export class Market {
  readonly pair: Pair;
  price: Big;
  /** UTC epoch ms of the last trade. */
  time: number;
  /** The last id given out, to a print or to a fill. */
  tradeId: number;
  lastQty: Big;
  /** Set through the control server: feeds leave it alone, and the price is its own reference. */
  pinned: boolean;
  /** Most that one trade or one arriving order may fill, in base; null is without bound. */
  maxPerTick: Big | null = null;
  /** What price filters measure against is `averagePrice`; the last 24 hours are `day`. */
  readonly day: (now: number) => DayStats;
  readonly #start: MarketStart;
  readonly #seconds: Series;
  readonly #minutes: Series;
  #recent: MarketTrade[] = [];
  #hours: readonly Candle[] | null = null;

  constructor(start: MarketStart) {
    const { pair, price, time } = start;
    this.#start = start;
    this.pair = pair;
    this.price = price;
    this.time = time;
    this.tradeId = start.tradeId;
    this.lastQty = pair.step;
    this.pinned = start.pinned;
    this.#seconds = createSeries({ length: SECOND, keep: KEEP_SECONDS, start: time, price });
    this.#minutes = createSeries({ length: MINUTE, keep: KEEP_MINUTES, start: time, price });
    this.day = createDayStats((now) => this.#minutesUntil(now));
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
  #past(): readonly Candle[] {
    if (!this.#hours) {
      const made = historyBefore(this.#start);
      this.#minutes.prepend(made.minutes);
      this.#hours = made.hours;
    }
    return this.#hours;
  }

  #minutesUntil(now: number): readonly Candle[] {
    this.#past();
    return this.#minutes.until(now);
  }

  #source(of: { interval: string; from: number; end: number; now: number }): Candle[] {
    const within = (candle: Candle) => candle.openTime >= of.from && candle.openTime <= of.end;
    const { open, next } = candleBounds(of.interval, of.from);
    if (next - open >= HOUR) return [...this.#past(), ...this.#minutesUntil(of.now)].filter(within);
    if (of.interval !== '1s') return this.#minutesUntil(of.now).filter(within);
    const known = this.#seconds.until(of.now);
    const firstKnown = known[0]?.openTime ?? of.now;
    const earlier = this.#minutesUntil(of.now)
      .filter((minute) => minute.openTime + MINUTE > of.from && minute.openTime < Math.min(firstKnown, of.end))
      .flatMap((minute) => secondsOf(minute, this.pair.tick).filter((second) => second.openTime < firstKnown));
    return [...earlier, ...known].filter(within);
  }
}
