import type { Trades } from '../../../domain/conditions/window-extremes.ts';
import type { Trade } from '../../../runtime/price-triggers/prices.ts';

const BELOW = 0;
const ABOVE = 1;
const UNTIL = 2;
const ROOM = 3;
const TRADED = 4;
const TIME = 5;
const PRICE = 6;
const COUNT = 7;
/** Numbers of a pair: a cache line. */
const BOX = 8;
/** Prices of a pair that are kept until they are passed on, each with its time. */
const MOST = 256;
const KEPT = 2 * MOST;
const FIRST = 8;

/** Nothing that waits can be changed by prices strictly between two, before a time, while less than `room` is traded. */
export interface Quiet {
  below: number;
  above: number;
  /** UTC epoch ms. */
  until: number;
  /** Base units, as a double. */
  room: number;
}

const grown = (numbers: Float64Array, length: number) => {
  const found = new Float64Array(length);
  found.set(numbers);
  return found;
};

/**
 * Trades that change nothing yet: they are noted, and passed on later. Of all pairs of an engine, in two arrays, by the place of a
 * pair: each trade of a market is looked at here, and what it reads and writes should be in the processor's cache.
 */
export class QuietTrades {
  #boxes = new Float64Array(FIRST * BOX);
  #kept = new Float64Array(FIRST * KEPT);
  readonly #onFull: (() => void)[] = [];
  readonly #free: number[] = [];
  #used = 0;

  /** The place of one more pair, where nothing is quiet yet. */
  open(): number {
    const place = this.#free.pop() ?? this.#used++;
    if ((place + 1) * BOX > this.#boxes.length) {
      this.#boxes = grown(this.#boxes, 2 * this.#boxes.length);
      this.#kept = grown(this.#kept, 2 * this.#kept.length);
    }
    this.#boxes.fill(0, place * BOX, (place + 1) * BOX);
    this.#boxes[place * BOX + TIME] = -Infinity;
    this.end(place);
    return place;
  }

  close(place: number): void {
    this.end(place);
    this.#onFull[place] = () => {};
    this.#free.push(place);
  }

  /** `pass` reads the prices that are kept when there is no room for another one; then they are forgotten. */
  whenFull(place: number, pass: () => void): void {
    this.#onFull[place] = pass;
  }

  /** Notes a trade; false where it is not quiet, or older than the last one, and has to be looked at. */
  pass(place: number, price: number, { time, quantity = 0 }: Pick<Trade, 'time' | 'quantity'>): boolean {
    const at = place * BOX;
    if (!this.isWithin(place, price) || time >= this.#boxAt(at + UNTIL) || time < this.#boxAt(at + TIME)) return false;
    const traded = this.#boxAt(at + TRADED) + quantity;
    if (traded >= this.#boxAt(at + ROOM)) return false;
    // A price that stands on is no other one.
    if (price !== this.#boxAt(at + PRICE)) this.#keep(place, time, price);
    this.#boxes[at + TRADED] = traded;
    this.#boxes[at + TIME] = time;
    return true;
  }

  /** Prices that change nothing lie strictly between these two. */
  within(place: number, { below, above }: Pick<Quiet, 'below' | 'above'>): void {
    const [boxes, at] = [this.#boxes, place * BOX];
    boxes[at + BELOW] = below;
    boxes[at + ABOVE] = above;
  }

  isWithin(place: number, price: number): boolean {
    const at = place * BOX;
    return price > this.#boxAt(at + BELOW) && price < this.#boxAt(at + ABOVE);
  }

  /** Trades are noted from now on. */
  begin(place: number, { until, room }: Pick<Quiet, 'until' | 'room'>): void {
    const [boxes, at] = [this.#boxes, place * BOX];
    boxes[at + UNTIL] = until;
    boxes[at + ROOM] = room;
  }

  /** Notes the price of a trade that was looked at. */
  note(place: number, { time, price }: { time: number; price: number }): void {
    if (price !== this.priceOf(place)) this.#keep(place, time, price);
    this.#boxes[place * BOX + TIME] = time;
  }

  addTraded(place: number, quantity: number): void {
    this.#boxes[place * BOX + TRADED] = this.tradedOf(place) + quantity;
  }

  hasKept(place: number): boolean {
    return this.#boxAt(place * BOX + COUNT) > 0;
  }

  /** The prices that are kept were passed on. */
  forgetKept(place: number): void {
    this.#boxes[place * BOX + COUNT] = 0;
  }

  /** What was noted of quantities was passed on. */
  forgetTraded(place: number): void {
    this.#boxes[place * BOX + TRADED] = 0;
  }

  /** From now on each trade has to be looked at; what was noted is forgotten. */
  end(place: number): void {
    const [boxes, at] = [this.#boxes, place * BOX];
    boxes[at + UNTIL] = -Infinity;
    boxes[at + TRADED] = 0;
    boxes[at + COUNT] = 0;
  }

  /** The last trade is another one, which was looked at; one that is older than the last is not. */
  looked(place: number, { time, price }: { time: number; price: number }): void {
    if (time < this.timeOf(place)) return;
    const [boxes, at] = [this.#boxes, place * BOX];
    boxes[at + TIME] = time;
    boxes[at + PRICE] = price;
  }

  isQuiet(place: number): boolean {
    return this.#boxes[place * BOX + UNTIL] !== -Infinity;
  }

  /** Of the last trade, UTC epoch ms; -Infinity before the first one. */
  timeOf(place: number): number {
    return this.#boxAt(place * BOX + TIME);
  }

  priceOf(place: number): number {
    return this.#boxAt(place * BOX + PRICE);
  }

  /** What was noted, in base units. */
  tradedOf(place: number): number {
    return this.#boxAt(place * BOX + TRADED);
  }

  /** Prices that are kept, with their times, in the order in which they came. */
  keptOf(place: number): Trades {
    const from = place * KEPT;
    return { numbers: this.#kept, from, to: from + 2 * this.#boxAt(place * BOX + COUNT) };
  }

  #boxAt(index: number): number {
    return this.#boxes[index] ?? NaN;
  }

  #keep(place: number, time: number, price: number): void {
    const [boxes, at] = [this.#boxes, place * BOX];
    if (boxes[at + COUNT] === MOST) {
      this.#onFull[place]?.();
      this.forgetKept(place);
    }
    const count = boxes[at + COUNT] ?? 0;
    this.#kept[place * KEPT + 2 * count] = time;
    this.#kept[place * KEPT + 2 * count + 1] = price;
    boxes[at + PRICE] = price;
    boxes[at + COUNT] = count + 1;
  }
}
