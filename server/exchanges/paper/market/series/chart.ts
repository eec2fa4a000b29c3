import type { Big } from 'big.js';
import type { MarketTrade } from '../../../../domain/matching/model/market.ts';
import type { PaperPair } from '../../pairs.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { type Candle, boundsIn, candleBounds, merge } from '../candles.ts';
import type { CandleText } from './candle-text.ts';
import { type DayStats, createDayStats } from './day-stats.ts';
import { type SyntheticCandles, sumSynthetic, toCandles } from './synthetic-candles.ts';
import { Series } from './series.ts';
import { hoursBefore, minutesBefore, secondsOf } from './synthetic-history.ts';

/**
 * Retention of each length, and how much of it is stored as one block once it is past, ms. Seconds are not
 * stored: after a restart they are generated from minutes.
 */
export const KEPT = {
  minutes: { length: MINUTE, keep: 3 * DAY, block: HOUR },
  hours: { length: HOUR, keep: 45 * DAY, block: DAY },
  days: { length: DAY, keep: 3650 * DAY, block: 30 * DAY },
} as const;
const KEEP_SECONDS = HOUR;

export interface KlineRange {
  interval: string;
  /** Of the zone that days and longer candles open in, ms ahead of UTC; 0 when not said. */
  ahead?: number;
  startTime?: number;
  endTime?: number;
  limit: number;
}

type Zoned = Required<Pick<KlineRange, 'interval' | 'ahead'>>;

export type StoredCandles = ReadonlyMap<number, readonly { openTime: number; text: CandleText }[]>;

export interface ChartStart {
  pair: PaperPair;
  seed: number;
  /** The last price, and the time now, UTC epoch ms. */
  price: Big;
  time: number;
  /** When and at which price the symbol first opened: the history before is synthetic. */
  beginning: { time: number; price: Big };
  /** Candles of earlier runs by length. */
  stored: StoredCandles;
}

export interface Charted {
  pair: PaperPair;
  chart: Chart;
}

/** A symbol's candles: those of its trades, and a synthetic history that leads to the first of them. */
export class Chart {
  /** The last 24 hours. */
  readonly day: (now: number) => DayStats;
  readonly #start: ChartStart;
  readonly #seconds: Series;
  readonly #minutes: Series;
  readonly #hours: Series;
  readonly #days: Series;
  #pastMinutes: SyntheticCandles | null = null;
  #pastHours: SyntheticCandles | null = null;

  constructor(start: ChartStart) {
    const { price, time: now, beginning, stored } = start;
    this.#start = start;
    const candles = (length: number) => stored.get(length) ?? [];
    const of = { now, price, beginning };
    const { minutes, hours, days } = KEPT;
    this.#days = new Series({ ...of, ...days, stored: candles(DAY), longer: [] });
    this.#hours = new Series({ ...of, ...hours, stored: candles(HOUR), longer: candles(DAY) });
    this.#minutes = new Series({ ...of, ...minutes, stored: candles(MINUTE), longer: candles(HOUR) });
    const fresh = { now, price, beginning: { time: now, price }, stored: [], longer: [] };
    this.#seconds = new Series({ ...fresh, length: SECOND, keep: KEEP_SECONDS });
    this.day = createDayStats({
      closed: (from, to) => this.#covering(from, to),
      current: (at) => this.#minutes.last(at),
    });
  }

  add(trade: MarketTrade): void {
    for (const series of [this.#seconds, this.#minutes, this.#hours, this.#days]) series.add(trade);
  }

  /** The latest minutes, the one under way among them. */
  latestMinutes(count: number, now: number): Candle[] {
    return this.#minutes.within(now - count * MINUTE, now, now);
  }

  /** Candles that changed since the last call, to be stored. */
  takeChanged(): { length: number; candle: Candle }[] {
    const stored = [this.#minutes, this.#hours, this.#days];
    return stored.flatMap((series) => series.takeChanged().map((candle) => ({ length: series.length, candle })));
  }

  /** Oldest first; `startTime` and `endTime` bound the open time, inclusive. */
  klines(range: KlineRange, now: number): Candle[] {
    const { interval, startTime, limit, ahead = 0 } = range;
    const boundsOf = boundsIn(interval, ahead);
    const { open, next } = boundsOf(now);
    // Months differ in length.
    const reach = limit * (next - open) * 1.2;
    const end = Math.min(range.endTime ?? now, now);
    const from = startTime === undefined ? boundsOf(end).open - reach : this.#from({ interval, ahead }, startTime);
    const first = boundsOf(from);
    const until = startTime === undefined ? end : Math.min(end, first.next + reach);
    const bounds = { from: first.open, to: boundsOf(until).next - 1, now };
    const candles = merge(this.#parts({ interval, ahead }, bounds), boundsOf).filter(
      (each) => each.openTime >= from && each.openTime <= end,
    );
    return startTime === undefined ? candles.slice(-limit) : candles.slice(0, limit);
  }

  /** The synthetic history is generated when it is first read; this reads what the last 24 hours need of it. */
  prepare(now: number): void {
    if (this.#minutes.since > now - DAY) this.#syntheticMinutes();
  }

  #syntheticMinutes(): SyntheticCandles {
    const { pair, seed, beginning } = this.#start;
    this.#pastMinutes ??= minutesBefore({ pair, seed, ...beginning });
    return this.#pastMinutes;
  }

  #syntheticHours(): SyntheticCandles {
    const { pair, seed, beginning } = this.#start;
    this.#pastHours ??= hoursBefore({ pair, seed, ...beginning }, this.#syntheticMinutes());
    return this.#pastHours;
  }

  /** Candles no longer than the interval that open within the bounds. */
  #parts(of: Zoned, { from, to, now }: { from: number; to: number; now: number }): Candle[] {
    if (of.interval === '1s') return this.#secondsWithin(from, to, now);
    const series = this.#seriesFor(of);
    return [...this.#past(series, from, to), ...series.within(from, to, now)];
  }

  /**
   * The longest candles that the interval's are whole numbers of. Minutes do not reach back for days: where a zone is half
   * an hour off, an hour counts for the day that it opens in.
   */
  #seriesFor({ interval, ahead }: Zoned): Series {
    const { open, next } = candleBounds(interval, 0);
    const span = next - open;
    if (span >= DAY) return ahead % DAY === 0 ? this.#days : this.#hours;
    return span >= HOUR && ahead % HOUR === 0 ? this.#hours : this.#minutes;
  }

  /** A start before the oldest candle means the oldest. */
  #from(of: Zoned, startTime: number): number {
    const series = this.#seriesFor(of);
    if (startTime >= series.since) return startTime;
    const [oldest] = this.#past(series, 0, series.since);
    return Math.max(startTime, boundsIn(of.interval, of.ahead)(oldest?.openTime ?? series.since).open);
  }

  /** The synthetic candles before a series, as long as the series still reaches back to them. */
  #past(series: Series, from: number, to: number): Candle[] {
    const { beginning, pair } = this.#start;
    if (from > beginning.time || series.since > beginning.time) return [];
    const synthetic = series === this.#minutes ? this.#syntheticMinutes() : this.#syntheticHours();
    return toCandles(synthetic.within(from, to), pair);
  }

  /** Whole hours as hours, the rest of the bounds by the minute. */
  #covering(from: number, to: number): Candle[] {
    const { pair } = this.#start;
    const past = from < this.#minutes.since ? this.#syntheticMinutes().within(from, to) : [];
    const start = Math.max(from, this.#minutes.since);
    const [firstHour, lastHour] = [Math.ceil(start / HOUR) * HOUR, Math.floor(to / HOUR) * HOUR];
    const minutes = (first: number, end: number) => this.#minutes.within(first, end - 1, to);
    const live =
      firstHour < lastHour
        ? [...minutes(start, firstHour), ...this.#hours.within(firstHour, lastHour - 1, to), ...minutes(lastHour, to)]
        : minutes(start, to);
    return [...sumSynthetic(past, pair), ...live];
  }

  #secondsWithin(from: number, to: number, now: number): Candle[] {
    const { since } = this.#seconds;
    const firstMinute = Math.floor(from / MINUTE) * MINUTE;
    const bounds = { from: firstMinute, to: Math.min(to, since - 1), now };
    const generated = this.#parts({ interval: '1m', ahead: 0 }, bounds).flatMap((minute) =>
      secondsOf(minute, this.#start.pair.tick),
    );
    const isWanted = ({ openTime }: Candle) => openTime >= from && openTime <= to && openTime < since;
    return [...generated.filter(isWanted), ...this.#seconds.within(from, to, now)];
  }
}
