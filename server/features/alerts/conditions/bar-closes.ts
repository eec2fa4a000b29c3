import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { seriesName } from '#contracts/rules/condition-text.ts';
import { SECOND } from '#contracts/rules/time.ts';
import {
  type IndicatorCondition,
  type IndicatorScore,
  indicatorScore,
} from '../../../domain/conditions/indicator-score.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { CrossingBook } from './crossing-book.ts';

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
/** Closes that are kept for the series that nothing waits for, before the numbers of all series. */
const MOST = 32;

interface Series extends Pick<IndicatorScore, 'add' | 'note'> {
  /** Of its first number. */
  at: number;
  book: CrossingBook;
  /** So many of the closes that are kept it has got. */
  passed: number;
}

/**
 * The bars of one pair and length, and the indicators that are computed from their closes. One that nothing waits for sleeps:
 * it gets its closes when something does, or when as many are kept as there is room for.
 */
export class BarCloses {
  readonly length: number;
  readonly #table: AlertTable;
  readonly #names: string[] = [];
  readonly #series: Series[] = [];
  #awake: Series[] = [];
  #asleep: Series[] = [];
  /** Of all series, side by side: a bar's end reads those that are awake. */
  #numbers = new Float64Array(MOST);
  /** Closes that are kept. */
  #kept = 0;
  /** Of the running bar. */
  #end = -Infinity;
  #close: number | null = null;

  constructor(interval: ClosingInterval, table: AlertTable) {
    this.length = CLOSING_INTERVALS[interval];
    this.#table = table;
  }

  get size(): number {
    return this.#series.reduce((sum, { book }) => sum + book.size, 0);
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

  /** A series has to be known before its first bar. */
  open(condition: IndicatorCondition): CrossingBook {
    const name = seriesName(condition);
    const known = this.#series[this.#names.indexOf(name)];
    if (known) {
      this.#wake(known);
      return known.book;
    }
    const { size, warmUp, begin, add, note } = indicatorScore(condition);
    const at = this.#numbers.length;
    const numbers = new Float64Array(at + HEAD + size);
    numbers.set(this.#numbers);
    numbers.set([warmUp, NaN, NaN], at);
    begin(numbers, at + HEAD);
    this.#numbers = numbers;
    const book = new CrossingBook(this.#table);
    this.#names.push(name);
    const opened = { add, note, at, book, passed: 0 };
    this.#series.push(opened);
    this.#awake.push(opened);
    return book;
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
  }

  #layDown(series: Series): void {
    series.passed = this.#kept;
    this.#asleep.push(series);
    this.#awake = this.#awake.filter((other) => other !== series);
  }

  remove(slot: number): boolean {
    return this.#series.some(({ book, at }) => {
      if (!book.remove(slot)) return false;
      this.#numbers[at + FROM] = NaN;
      return true;
    });
  }

  slots(): number[] {
    return this.#series.flatMap(({ book }) => book.slots());
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
    if (this.#asleep.length > 0) this.#keep(close);
    // One that falls asleep leaves a new list behind.
    for (const series of this.#awake) {
      const { add, at, book } = series;
      const value = add(numbers, at + HEAD, close);
      const left = numbers[at + LEFT] ?? 0;
      if (left > 0) {
        numbers[at + LEFT] = left - 1;
        continue;
      }
      if (Number.isNaN(value) || (value >= (numbers[at + FROM] ?? NaN) && value <= (numbers[at + TO] ?? NaN))) continue;
      for (const slot of book.take(value)) fired.push(slot);
      numbers[at + FROM] = book.quietFrom;
      numbers[at + TO] = book.quietTo;
      if (book.size === 0) this.#layDown(series);
    }
    return fired;
  }
}
