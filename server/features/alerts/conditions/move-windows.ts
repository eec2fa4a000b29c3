import { MOVE_WINDOWS, type MoveWindow } from '#contracts/rules/move-windows.ts';
import type { ConditionOf, Direction } from '#contracts/alert-conditions.ts';
import { SECOND } from '#contracts/rules/time.ts';
import { moveOf, rearmsUnder } from '../../../domain/conditions/percent-move.ts';
import { type Extremes, WindowExtremes } from '../../../domain/conditions/window-extremes.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { ThresholdBook } from './threshold-book.ts';

const DIRECTIONS = ['up', 'down', 'either'] as const;
const WHOLE = 100;

const moveIn = (extremes: Extremes, price: number, direction: Direction): number => {
  if (direction !== 'either') return moveOf(extremes, price, direction);
  return Math.max(moveOf(extremes, price, 'up'), moveOf(extremes, price, 'down'));
};

interface Quiet {
  above: number;
  below: number;
  /** UTC epoch ms. */
  until: number;
}
const LOUD: Quiet = { above: -Infinity, below: Infinity, until: -Infinity };

/** The alerts of one pair on moves within a window. */
class Window {
  readonly extremes: WindowExtremes;
  readonly books: Record<Direction, ThresholdBook>;

  constructor(name: MoveWindow, table: AlertTable) {
    this.extremes = new WindowExtremes(MOVE_WINDOWS[name]);
    const book = () => new ThresholdBook(table, rearmsUnder);
    this.books = { up: book(), down: book(), either: book() };
  }

  get size(): number {
    return DIRECTIONS.reduce((sum, direction) => sum + this.books[direction].size, 0);
  }

  /** Null before the first price. */
  moveAt(time: number, price: number | null, direction: Direction): number | null {
    const extremes = this.extremes.at(time);
    return price === null || !extremes ? null : moveIn(extremes, price, direction);
  }

  get restsUntil(): number {
    return Math.min(...DIRECTIONS.map((direction) => this.books[direction].restsUntil));
  }

  /** In the order of their ends, whatever their direction: the window forgets what lies before the last end it was asked for. */
  endRests(time: number): void {
    const { price } = this.extremes;
    for (let until = this.restsUntil; until <= time; until = this.restsUntil)
      for (const direction of DIRECTIONS)
        this.books[direction].endRests(until, (end) => this.moveAt(end, price, direction));
  }

  take(time: number, price: number): number[] {
    this.extremes.add(time, price);
    const extremes = this.extremes.at(time);
    if (!extremes) return [];
    return DIRECTIONS.flatMap((direction) => {
      const book = this.books[direction];
      return book.size === 0 ? [] : book.take(moveIn(extremes, price, direction), time);
    });
  }

  /** Prices strictly between these two, before a time, change nothing while the window's extremes stay. */
  quiet(time: number): Quiet {
    const extremes = this.extremes.at(time);
    if (!extremes) return LOUD;
    const { up, down, either } = this.books;
    const rise = (percent: number) => extremes.lowest * (1 + percent / WHOLE);
    const fall = (percent: number) => extremes.highest * (1 - percent / WHOLE);
    return {
      above: Math.min(rise(Math.min(up.least, either.least)), fall(down.armsUnder)),
      below: Math.max(fall(Math.min(down.least, either.least)), rise(Math.max(up.armsUnder, either.armsUnder))),
      until: this.restsUntil,
    };
  }
}

/** A double that is rounded must not hide a price that just reaches its threshold. */
const MARGIN = 1e-12;

/**
 * K-3 for all alerts of one pair. Of the trades of a second those count that go beyond its others, and the last: what
 * lies between them neither fires nor is an extreme, so that most trades cost some comparisons.
 */
export class MoveWindows {
  readonly #table: AlertTable;
  readonly #windows = new Map<MoveWindow, Window>();
  #second = -Infinity;
  #low = Infinity;
  #high = -Infinity;
  #quiet: Quiet = LOUD;
  #skipped: { time: number; price: number } | null = null;
  #time = -Infinity;

  constructor(table: AlertTable) {
    this.#table = table;
  }

  get size(): number {
    return [...this.#windows.values()].reduce((sum, { size }) => sum + size, 0);
  }

  has({ window }: ConditionOf<'percent-move'>): boolean {
    return this.#windows.has(window);
  }

  add(slot: number, { window, direction }: ConditionOf<'percent-move'>, restsUntil: number | null): void {
    const found = this.#windows.get(window) ?? new Window(window, this.#table);
    this.#windows.set(window, found);
    const price = this.#skipped?.price ?? found.extremes.price;
    found.books[direction].add(slot, { restsUntil, value: found.moveAt(this.#time, price, direction) });
    this.#evaluateNext();
  }

  remove(slot: number): void {
    for (const { books } of this.#windows.values()) for (const direction of DIRECTIONS) books[direction].remove(slot);
    this.#evaluateNext();
  }

  /** The slots that fire at a trade. */
  take(at: number, price: number): number[] {
    if (this.#windows.size === 0) return [];
    const { above, below, until } = this.#quiet;
    const isInside = price >= this.#low && price <= this.#high && price < above && price > below;
    if (isInside && at < until && at < this.#second + SECOND) {
      this.#skipped ??= { time: 0, price: 0 };
      this.#skipped.time = at;
      this.#skipped.price = price;
      return [];
    }
    return this.#evaluate(at, price);
  }

  #evaluateNext(): void {
    this.#quiet = LOUD;
  }

  #evaluate(at: number, price: number): number[] {
    const skipped = this.#skipped;
    this.#skipped = null;
    const from = this.#time;
    this.#time = Math.max(at, skipped?.time ?? at, from);
    this.#see(this.#time, price);
    const fired: number[] = [];
    let [above, below, until] = [Infinity, -Infinity, Infinity];
    for (const window of this.#windows.values()) {
      if (skipped) window.extremes.add(Math.max(skipped.time, from), skipped.price);
      window.endRests(this.#time);
      fired.push(...window.take(this.#time, price));
      const quiet = window.quiet(this.#time);
      above = Math.min(above, quiet.above);
      below = Math.max(below, quiet.below);
      until = Math.min(until, quiet.until);
    }
    this.#quiet = { above: above * (1 - MARGIN), below: below * (1 + MARGIN), until };
    return fired;
  }

  #see(time: number, price: number): void {
    const second = Math.floor(time / SECOND) * SECOND;
    const isSame = second === this.#second;
    this.#second = second;
    this.#low = isSame ? Math.min(this.#low, price) : price;
    this.#high = isSame ? Math.max(this.#high, price) : price;
  }
}
