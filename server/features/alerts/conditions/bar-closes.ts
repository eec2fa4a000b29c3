import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { seriesName } from '#contracts/rules/condition-text.ts';
import { SECOND } from '#contracts/rules/time.ts';
import { type IndicatorCondition, indicatorScore } from '../../../domain/conditions/indicator-score.ts';
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

interface Series {
  add: (close: number) => number | null;
  /** Bars that still go by before its values count. */
  left: number;
  book: CrossingBook;
}

/** The bars of one pair and length, and the indicators that are computed from their closes. */
export class BarCloses {
  readonly length: number;
  readonly #table: AlertTable;
  readonly #series = new Map<string, Series>();
  /** Of the running bar. */
  #end = -Infinity;
  #close: number | null = null;

  constructor(interval: ClosingInterval, table: AlertTable) {
    this.length = CLOSING_INTERVALS[interval];
    this.#table = table;
  }

  get size(): number {
    return [...this.#series.values()].reduce((sum, { book }) => sum + book.size, 0);
  }

  get series(): number {
    return this.#series.size;
  }

  /** Of the running bar, UTC epoch ms; -Infinity before the first trade. */
  get end(): number {
    return this.#end;
  }

  has(condition: IndicatorCondition): boolean {
    return this.#series.has(seriesName(condition));
  }

  /** A series has to be known before its first bar. */
  open(condition: IndicatorCondition): CrossingBook {
    const name = seriesName(condition);
    const known = this.#series.get(name);
    if (known) return known.book;
    const { add, warmUp } = indicatorScore(condition);
    const book = new CrossingBook(this.#table);
    this.#series.set(name, { add, left: warmUp, book });
    return book;
  }

  remove(slot: number): boolean {
    return [...this.#series.values()].some(({ book }) => book.remove(slot));
  }

  slots(): number[] {
    return [...this.#series.values()].flatMap(({ book }) => book.slots());
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
    const fired: number[] = [];
    for (const series of this.#series.values()) {
      const value = series.add(close);
      if (series.left > 0) series.left -= 1;
      else if (value !== null) for (const slot of series.book.take(value)) fired.push(slot);
    }
    return fired;
  }
}
