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

/** Prices strictly between these two and within the extremes of the window, before a time, change nothing. */
interface Quiet extends Extremes {
  above: number;
  below: number;
  /** UTC epoch ms. */
  until: number;
}
const LOUD: Quiet = { above: -Infinity, below: Infinity, lowest: Infinity, highest: -Infinity, until: -Infinity };

/** The alerts of one pair on moves within a window. */
class Window {
  readonly length: number;
  readonly books: Record<Direction, ThresholdBook>;
  readonly #extremes: WindowExtremes;

  constructor(name: MoveWindow, { table, extremes }: { table: AlertTable; extremes: WindowExtremes }) {
    this.length = MOVE_WINDOWS[name];
    this.#extremes = extremes;
    const book = () => new ThresholdBook(table, rearmsUnder);
    this.books = { up: book(), down: book(), either: book() };
  }

  get size(): number {
    return DIRECTIONS.reduce((sum, direction) => sum + this.books[direction].size, 0);
  }

  get restsUntil(): number {
    const { up, down, either } = this.books;
    return Math.min(up.restsUntil, down.restsUntil, either.restsUntil);
  }

  /** Of the last price; null before the first one. */
  moveAt(time: number, direction: Direction): number | null {
    const extremes = this.#extremes.at(time, this.length);
    const { price } = this.#extremes;
    return price === null || !extremes ? null : moveIn(extremes, price, direction);
  }

  endRests(time: number): void {
    for (const direction of DIRECTIONS) this.books[direction].endRests(time, (end) => this.moveAt(end, direction));
  }

  /** The last price has just come: the slots that fire. */
  take(time: number, price: number): number[] {
    const extremes = this.#extremes.at(time, this.length);
    if (!extremes) return [];
    return DIRECTIONS.flatMap((direction) => {
      const book = this.books[direction];
      return book.size === 0 ? [] : book.take(moveIn(extremes, price, direction), time);
    });
  }

  quiet(time: number): Quiet {
    const extremes = this.#extremes.at(time, this.length);
    if (!extremes) return LOUD;
    const { up, down, either } = this.books;
    const rise = (percent: number) => extremes.lowest * (1 + percent / WHOLE);
    const fall = (percent: number) => extremes.highest * (1 - percent / WHOLE);
    return {
      ...extremes,
      above: Math.min(rise(Math.min(up.least, either.least)), fall(down.armsUnder)),
      below: Math.max(fall(Math.min(down.least, either.least)), rise(Math.max(up.armsUnder, either.armsUnder))),
      // Then an extreme of now leaves the window.
      until: Math.min(this.restsUntil, this.#extremes.standsUntil(time, this.length)),
    };
  }
}

/** A double that is rounded must not hide a price that just reaches its threshold. */
const MARGIN = 1e-12;

/** What is quiet for both. */
function narrow(all: Quiet, of: Quiet): void {
  all.above = Math.min(all.above, of.above);
  all.below = Math.max(all.below, of.below);
  all.lowest = Math.max(all.lowest, of.lowest);
  all.highest = Math.min(all.highest, of.highest);
  all.until = Math.min(all.until, of.until);
}

/** Trades that were passed by, until the windows are told of them. */
class Passed {
  readonly times: number[] = [];
  readonly prices: number[] = [];
  #low = Infinity;
  #high = -Infinity;
  #isInner = false;

  /** A second begins. */
  begin(): void {
    this.#low = Infinity;
    this.#high = -Infinity;
    this.#isInner = false;
  }

  add(time: number, price: number): void {
    const isInner = price >= this.#low && price <= this.#high;
    // Of those that lie between the others only the last stands on.
    if (isInner && this.#isInner) {
      this.times.pop();
      this.prices.pop();
    }
    this.#isInner = isInner;
    this.see(price);
    this.times.push(time);
    this.prices.push(price);
  }

  see(price: number): void {
    this.#low = Math.min(this.#low, price);
    this.#high = Math.max(this.#high, price);
  }

  clear(): void {
    this.times.length = 0;
    this.prices.length = 0;
    this.#isInner = false;
  }
}

/**
 * K-3 for all alerts of one pair. Of the trades of a second those count that go beyond its others, and the last. One that
 * neither fires nor is an extreme of a window is only noted, so that most trades cost some comparisons; the windows are
 * told once a second.
 */
export class MoveWindows {
  readonly #table: AlertTable;
  readonly #windows = new Map<MoveWindow, Window>();
  readonly #extremes = new WindowExtremes(0);
  readonly #passed = new Passed();
  #secondEnds = -Infinity;
  #quiet: Quiet = LOUD;
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
    this.#tell();
    const found = this.#windows.get(window) ?? this.#open(window);
    found.books[direction].add(slot, { restsUntil, value: found.moveAt(this.#time, direction) });
    this.#evaluateNext();
  }

  /** False when it is not here. */
  remove(slot: number): boolean {
    const isFound = this.#books().some((book) => book.remove(slot));
    if (isFound) this.#evaluateNext();
    return isFound;
  }

  slots(): number[] {
    return this.#books().flatMap((book) => book.slots());
  }

  /** The slots that fire at a trade. */
  take(at: number, price: number): number[] {
    if (this.#windows.size === 0) return [];
    if (at >= this.#secondEnds) this.#beginSecond(at);
    const { above, below, lowest, highest, until } = this.#quiet;
    const isInside = price >= lowest && price <= highest && price < above && price > below;
    if (!isInside || at >= until) return this.#evaluate(at, price);
    this.#passed.add(at, price);
    return [];
  }

  #open(name: MoveWindow): Window {
    const opened = new Window(name, { table: this.#table, extremes: this.#extremes });
    this.#extremes.keep(opened.length);
    this.#windows.set(name, opened);
    return opened;
  }

  #books(): ThresholdBook[] {
    return [...this.#windows.values()].flatMap(({ books }) => Object.values(books));
  }

  #evaluateNext(): void {
    this.#quiet = LOUD;
  }

  #beginSecond(at: number): void {
    this.#tell();
    this.#passed.begin();
    this.#secondEnds = (Math.floor(at / SECOND) + 1) * SECOND;
  }

  /** What was passed by, in its order; times do not go back. */
  #tell(): void {
    const { times, prices } = this.#passed;
    for (const [at, price] of prices.entries()) {
      this.#time = Math.max(times[at] ?? 0, this.#time);
      this.#extremes.add(this.#time, price);
    }
    this.#passed.clear();
  }

  #evaluate(at: number, price: number): number[] {
    this.#tell();
    this.#passed.see(price);
    this.#time = Math.max(at, this.#time);
    const fired: number[] = [];
    const quiet: Quiet = { above: Infinity, below: -Infinity, lowest: -Infinity, highest: Infinity, until: Infinity };
    for (const window of this.#windows.values()) window.endRests(this.#time);
    this.#extremes.add(this.#time, price);
    for (const window of this.#windows.values()) {
      fired.push(...window.take(this.#time, price));
      narrow(quiet, window.quiet(this.#time));
    }
    quiet.above *= 1 - MARGIN;
    quiet.below *= 1 + MARGIN;
    this.#quiet = quiet;
    return fired;
  }
}
