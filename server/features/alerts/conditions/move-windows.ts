import { MOVE_WINDOWS, type MoveWindow } from '#contracts/rules/move-windows.ts';
import type { ConditionOf, Direction } from '#contracts/alert-conditions.ts';
import { moveOf, rearmsUnder } from '../../../domain/conditions/percent-move.ts';
import { type Extremes, type Trades, WindowExtremes } from '../../../domain/conditions/window-extremes.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { MARGIN, MoveBox } from './move-box.ts';
import { ThresholdBook } from './threshold-book.ts';

const DIRECTIONS = ['up', 'down', 'either'] as const;
const WHOLE = 100;

const moveIn = (extremes: Extremes, price: number, direction: Direction): number => {
  if (direction !== 'either') return moveOf(extremes, price, direction);
  return Math.max(moveOf(extremes, price, 'up'), moveOf(extremes, price, 'down'));
};

const rise = (from: number, percent: number): number => from * (1 + percent / WHOLE);
const fall = (from: number, percent: number): number => from * (1 - percent / WHOLE);

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
    return DIRECTIONS.flatMap((direction) => this.books[direction].take(moveIn(extremes, price, direction), time));
  }

  /** What can fire, and what of it can be armed, as of now: the box becomes as small as that asks for. */
  narrow(box: MoveBox, time: number): void {
    const extremes = this.#extremes.at(time, this.length);
    if (!extremes) return box.close();
    const { up, down, either } = this.books;
    box.leastRise = Math.min(box.leastRise, up.least, either.least);
    box.leastFall = Math.min(box.leastFall, down.least, either.least);
    box.firesUp = Math.min(box.firesUp, rise(extremes.lowest, Math.min(up.least, either.least)));
    box.firesDown = Math.max(box.firesDown, fall(extremes.highest, Math.min(down.least, either.least)));
    box.until = Math.min(box.until, this.restsUntil);
    if (Math.max(up.armsUnder, down.armsUnder, either.armsUnder) > -Infinity) this.#holdWaiting(box, time, extremes);
  }

  /** Those that wait for a smaller move go on waiting while the extremes stay and the price keeps its distance. */
  #holdWaiting(box: MoveBox, time: number, extremes: Extremes): void {
    const { lowest, highest } = extremes;
    const { up, down, either } = this.books;
    box.within(lowest * (1 - MARGIN), highest * (1 + MARGIN));
    box.within(rise(lowest, up.armsUnder) * (1 + MARGIN), fall(highest, down.armsUnder) * (1 - MARGIN));
    // Of a move either way, the larger one is what holds it.
    const rises = rise(lowest, either.armsUnder) * (1 + MARGIN);
    if ((this.#extremes.price ?? 0) > rises) box.within(rises, Infinity);
    else box.within(-Infinity, fall(highest, either.armsUnder) * (1 - MARGIN));
    box.until = Math.min(box.until, this.#extremes.standsUntil(time, this.length));
  }
}

/**
 * K-3 for all alerts of one pair. A trade within a box of prices and before a time can fire and arm nothing: it only counts
 * for what comes later.
 */
export class MoveWindows {
  readonly box = new MoveBox();
  readonly #table: AlertTable;
  readonly #windows = new Map<MoveWindow, Window>();
  readonly #extremes = new WindowExtremes(0);
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
    const found = this.#windows.get(window) ?? this.#open(window);
    found.books[direction].add(slot, { restsUntil, value: found.moveAt(this.#time, direction) });
    this.box.close();
  }

  /** False when it is not here. */
  remove(slot: number): boolean {
    const isFound = this.#books().some((book) => book.remove(slot));
    if (isFound) this.box.close();
    return isFound;
  }

  slots(): number[] {
    return this.#books().flatMap((book) => book.slots());
  }

  /** The slots that fire at a trade. */
  take(at: number, price: number): number[] {
    if (!this.box.holds(at, price)) return this.#evaluate(at, price);
    this.#add(at, price);
    return [];
  }

  /** Trades within the box, the first of them no earlier than the last that was taken; the last price stood up to `time`. */
  pass(trades: Trades, time: number): void {
    if (this.#windows.size === 0) return;
    this.#extremes.addAll(trades);
    this.#time = Math.max(time, this.#time);
  }

  #add(at: number, price: number): void {
    if (this.#windows.size === 0) return;
    this.#time = Math.max(at, this.#time);
    this.#extremes.add(this.#time, price);
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

  #evaluate(at: number, price: number): number[] {
    this.#time = Math.max(at, this.#time);
    const fired: number[] = [];
    for (const window of this.#windows.values()) window.endRests(this.#time);
    this.#add(at, price);
    this.box.open();
    for (const window of this.#windows.values()) {
      fired.push(...window.take(this.#time, price));
      window.narrow(this.box, this.#time);
    }
    this.box.settle(price);
    return fired;
  }
}
