import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { seriesName } from '#contracts/rules/condition-text.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { BarClose } from '../../../domain/conditions/bar-rules.ts';
import {
  type IndicatorCondition,
  type IndicatorScore,
  indicatorScore,
  scoreOfOpenBar,
} from '../../../domain/conditions/indicator-score.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { CrossingBook } from './crossing-book.ts';
import { OpenBarBook } from './open-bar-book.ts';

/** K-2: a bar without a trade after it counts so long after its end, ms. */
export const AFTER_END = 2 * SECOND;

/** What fired at the end of a bar. */
export interface BarFired {
  slots: number[];
  /** The bar's last price. */
  price: number;
  /** The bar's end, UTC epoch ms. */
  time: number;
}

/** Numbers of a series before those of its indicator: bars that still go by before its values count. */
const LEFT = 0;
/** Values from here up to there change nothing; NaN where that is not known. */
const FROM = 1;
const TO = 2;
const HEAD = 3;
/** The last closes are kept before the numbers of all series: those that nothing waits for, and the exchange's candles, come later. */
const MOST = 32;

const NONE: number[] = [];

interface Series extends Pick<IndicatorScore, 'add' | 'note'> {
  /** Of its first number. */
  at: number;
  book: CrossingBook;
  /** So many of the closes that are kept it has got. */
  passed: number;
}

/** Alerts on a series that do not wait for the close. */
interface OpenSeries {
  series: Series;
  /** So many numbers are the indicator's. */
  size: number;
  book: OpenBarBook;
}

/** A series has no value yet, or one that changes nothing. */
const isQuiet = (numbers: Float64Array, at: number, value: number): boolean =>
  Number.isNaN(value) || (value >= (numbers[at + FROM] ?? NaN) && value <= (numbers[at + TO] ?? NaN));

/**
 * The bars of one pair and length, and the indicators that are computed from their closes. One that nothing waits for sleeps:
 * it gets its closes when something does, or when as many are kept as there is room for.
 */
export class BarCloses {
  readonly interval: ClosingInterval;
  readonly length: number;
  readonly #table: AlertTable;
  readonly #names: string[] = [];
  readonly #series: Series[] = [];
  #awake: Series[] = [];
  /** Null while there are none: most lengths have none. */
  #open: OpenSeries[] | null = null;
  #asleep: Series[] = [];
  /** Of all series, side by side: a bar's end reads those that are awake. */
  #numbers = new Float64Array(MOST);
  /** Closes that are kept; behind them are those of the time before, in a circle. */
  #kept = 0;
  /** Of the last bars so many were not compared with the exchange's candles. */
  #unchecked = 0;
  /** Of the running bar. */
  #end = -Infinity;
  #close: number | null = null;

  constructor(interval: ClosingInterval, table: AlertTable) {
    this.interval = interval;
    this.length = CLOSING_INTERVALS[interval];
    this.#table = table;
  }

  get size(): number {
    return [...this.#series, ...(this.#open ?? [])].reduce((sum, { book }) => sum + book.size, 0);
  }

  get series(): number {
    return this.#series.length;
  }

  /** Of the running bar, UTC epoch ms; -Infinity before the first trade. */
  get end(): number {
    return this.#end;
  }

  has(condition: IndicatorCondition): boolean {
    return this.#names.includes(seriesName(condition));
  }

  /** Something waits for the value of the open bar. */
  get watchesTrades(): boolean {
    return this.#open !== null;
  }

  /** A series has to be known before its first bar. */
  open(condition: IndicatorCondition): CrossingBook {
    return this.#seriesOf(condition).book;
  }

  /** For one alert that does not wait for the close. */
  addOpen(slot: number, condition: IndicatorCondition, firedAt: number | null): void {
    const series = this.#seriesOf(condition);
    const found = this.#openOf(series)?.book ?? new OpenBarBook(this.#table, this.length);
    found.add(slot, firedAt);
    if (!this.#openOf(series))
      this.#open = [...(this.#open ?? []), { series, size: indicatorScore(condition).size, book: found }];
  }

  #openOf(series: Series): OpenSeries | null {
    return this.#open?.find((one) => one.series === series) ?? null;
  }

  #seriesOf(condition: IndicatorCondition): Series {
    const name = seriesName(condition);
    const known = this.#series[this.#names.indexOf(name)];
    if (known) {
      this.#wake(known);
      return known;
    }
    const { size, warmUp, begin, add, note } = indicatorScore(condition);
    const at = this.#numbers.length;
    const numbers = new Float64Array(at + HEAD + size);
    numbers.set(this.#numbers);
    numbers.set([warmUp, NaN, NaN], at);
    begin(numbers, at + HEAD);
    this.#numbers = numbers;
    this.#names.push(name);
    const opened = { add, note, at, book: new CrossingBook(this.#table), passed: 0 };
    this.#series.push(opened);
    this.#awake.push(opened);
    return opened;
  }

  /** Something may wait for it from now on. */
  #wake(series: Series): void {
    this.#numbers[series.at + FROM] = NaN;
    const place = this.#asleep.indexOf(series);
    if (place < 0) return;
    this.#passTo(series);
    this.#asleep.splice(place, 1);
    this.#awake = this.#series.filter((other) => !this.#asleep.includes(other));
  }

  /** The closes since it fell asleep, or since it got the last ones. */
  #passTo(series: Series): void {
    for (let at = series.passed; at < this.#kept; at += 1)
      series.note(this.#numbers, series.at + HEAD, this.#numbers[at] ?? NaN);
  }

  #keep(close: number): void {
    if (this.#kept === MOST) {
      for (const series of this.#asleep) {
        this.#passTo(series);
        series.passed = 0;
      }
      this.#kept = 0;
    }
    this.#numbers[this.#kept] = close;
    this.#kept += 1;
    this.#unchecked = Math.min(MOST, this.#unchecked + 1);
  }

  /** A bar that ended up to this time was not compared with the exchange's candle. */
  isUnchecked(time: number): boolean {
    return this.#unchecked > 0 && this.#end - this.#unchecked * this.length <= time;
  }

  /** Those bars, oldest first. */
  uncheckedUntil(time: number): BarClose[] {
    const bars = Array.from({ length: this.#unchecked }, (_, at) => {
      const back = this.#unchecked - at;
      const close = this.#numbers[(this.#kept - back + MOST) % MOST] ?? NaN;
      return { openTime: this.#end - (back + 1) * this.length, close };
    });
    return bars.filter(({ openTime }) => openTime + this.length <= time);
  }

  /** Bars up to the one that begins then were compared. */
  checked(openTime: number): void {
    const later = Math.round((this.#end - openTime) / this.length) - 2;
    this.#unchecked = Math.min(this.#unchecked, Math.max(0, later));
  }

  /** Its bars are the exchange's own; only the last one may not have settled when it was read. */
  areTheirs(): void {
    this.#unchecked = Math.min(this.#unchecked, 1);
  }

  #layDown(series: Series): void {
    series.passed = this.#kept;
    this.#asleep.push(series);
    this.#awake = this.#awake.filter((other) => other !== series);
  }

  remove(slot: number): boolean {
    for (const one of this.#open ?? [])
      if (one.book.remove(slot)) {
        this.#dropEmpty(one);
        return true;
      }
    return this.#series.some(({ book, at }) => {
      if (!book.remove(slot)) return false;
      this.#numbers[at + FROM] = NaN;
      return true;
    });
  }

  slots(): number[] {
    return [...this.#series, ...(this.#open ?? [])].flatMap(({ book }) => book.slots());
  }

  /** The price of the last trade of the running bar, which it did not get. */
  closeAt(price: number): void {
    if (this.#end !== -Infinity) this.#close = price;
  }

  /** A trade: the bars that ended before it are over. */
  take(time: number, price: number): BarFired[] {
    const ended = time >= this.#end ? this.#endUntil(time) : [];
    this.#close = price;
    return ended;
  }

  /** A trade of the running bar: the slots that fire by the value that the bar has now. */
  takeOpen(time: number, price: number): number[] {
    if (!this.#open || time < this.#end - this.length) return NONE;
    const numbers = this.#numbers;
    const fired: number[] = [];
    // One that is empty leaves a new list behind.
    for (const one of this.#open) {
      const { at } = one.series;
      if ((numbers[at + LEFT] ?? 0) > 0) continue;
      const value = scoreOfOpenBar({ add: one.series.add, size: one.size }, numbers, { at: at + HEAD, price });
      fired.push(...one.book.take(value, time));
      this.#dropEmpty(one);
    }
    return fired;
  }

  /** The bar's last value, to the alerts that did not wait for it. */
  #takeClose(series: Series, value: number): number[] {
    const open = this.#openOf(series);
    if (!open) return NONE;
    const fired = open.book.take(value, this.#end);
    this.#dropEmpty(open);
    return fired;
  }

  #dropEmpty(one: OpenSeries): void {
    if (one.book.size > 0) return;
    const others = this.#open?.filter((other) => other !== one) ?? [];
    this.#open = others.length === 0 ? null : others;
    // The next bar's end finds out that nothing waits any more.
    this.#numbers[one.series.at + FROM] = NaN;
  }

  /** A look at the clock. */
  tick(now: number): BarFired[] {
    return now - AFTER_END >= this.#end ? this.#endUntil(now - AFTER_END) : [];
  }

  #endUntil(time: number): BarFired[] {
    const fired: BarFired[] = [];
    while (this.#close !== null && time >= this.#end) {
      const slots = this.#endBar(this.#close);
      if (slots.length > 0) fired.push({ slots, price: this.#close, time: this.#end });
      this.#end += this.length;
    }
    if (this.#close === null) this.#end = (Math.floor(time / this.length) + 1) * this.length;
    return fired;
  }

  #endBar(close: number): number[] {
    const numbers = this.#numbers;
    const fired: number[] = [];
    this.#keep(close);
    // One that falls asleep leaves a new list behind.
    for (const series of this.#awake) {
      const { add, at, book } = series;
      const value = add(numbers, at + HEAD, close);
      const left = numbers[at + LEFT] ?? 0;
      if (left > 0) {
        numbers[at + LEFT] = left - 1;
        continue;
      }
      if (this.#open) fired.push(...this.#takeClose(series, value));
      if (isQuiet(numbers, at, value)) continue;
      for (const slot of book.take(value)) fired.push(slot);
      numbers[at + FROM] = book.quietFrom;
      numbers[at + TO] = book.quietTo;
      if (book.size === 0 && !this.#openOf(series)) this.#layDown(series);
    }
    return fired;
  }
}
