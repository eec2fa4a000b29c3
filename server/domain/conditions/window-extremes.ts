/** A price and how long it stood: from its trade on until the next one. */
interface Standing {
  price: number;
  /** UTC epoch ms; null while no later trade is known. */
  until: number | null;
}

/** Whether `kept` is at least as extreme as `price`. */
type Beats = (kept: number, price: number) => boolean;

/** Prices of which each is less extreme than the one before it: the first is the extreme of the window. */
class MonotoneQueue {
  readonly #beats: Beats;
  #items: Standing[] = [];
  #first = 0;

  constructor(beats: Beats) {
    this.#beats = beats;
  }

  /** Until when the extreme stood that was found last; null while it still does. */
  get firstUntil(): number | null {
    return this.#items[this.#first]?.until ?? null;
  }

  add(item: Standing): void {
    while (this.#items.length > this.#first) {
      const last = this.#items.at(-1);
      if (last && this.#beats(last.price, item.price)) break;
      this.#items.pop();
    }
    this.#items.push(item);
  }

  /** The extreme of the prices that still stood after `begin`. */
  extremeSince(begin: number): number | null {
    let first = this.#items[this.#first];
    while (first && first.until !== null && first.until <= begin) {
      this.#first += 1;
      first = this.#items[this.#first];
    }
    // Half of the array is what has left the window: it is dropped at once, so that a trade costs the same on average.
    if (this.#first > this.#items.length / 2) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return first?.price ?? null;
  }
}

export interface Extremes {
  lowest: number;
  highest: number;
}

/**
 * K-3: the lowest and highest price of the last `length` ms, with the price that stood when the window began. Trades come
 * in the order of their times. Constant time a trade, on average. Prices as doubles: they are compared, never added up.
 */
export class WindowExtremes {
  readonly #length: number;
  readonly #lows = new MonotoneQueue((kept, price) => kept < price);
  readonly #highs = new MonotoneQueue((kept, price) => kept > price);
  #last: Standing | null = null;

  constructor(length: number) {
    this.#length = length;
  }

  /** The last price; null before the first trade. */
  get price(): number | null {
    return this.#last?.price ?? null;
  }

  add(time: number, price: number): void {
    if (this.#last) this.#last.until = time;
    const item: Standing = { price, until: null };
    this.#lows.add(item);
    this.#highs.add(item);
    this.#last = item;
  }

  /** Until then the extremes as of `time` are in the window, UTC epoch ms. */
  standsUntil(time: number): number {
    return Math.min(this.#lows.firstUntil ?? time, this.#highs.firstUntil ?? time) + this.#length;
  }

  /** As of `time`, which is not before the last trade; null before the first one. */
  at(time: number): Extremes | null {
    const begin = time - this.#length;
    const [lowest, highest] = [this.#lows.extremeSince(begin), this.#highs.extremeSince(begin)];
    return lowest === null || highest === null ? null : { lowest, highest };
  }
}
