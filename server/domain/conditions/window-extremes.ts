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

  add(item: Standing): void {
    while (this.#items.length > this.#first) {
      const last = this.#items.at(-1);
      if (last && this.#beats(last.price, item.price)) break;
      this.#items.pop();
    }
    this.#items.push(item);
  }

  /** The extreme of the prices that still stood after `begin`. */
  since(begin: number): Standing | null {
    let [low, high] = [this.#first, this.#items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const until = this.#items[middle]?.until ?? null;
      if (until !== null && until <= begin) low = middle + 1;
      else high = middle;
    }
    return this.#items[low] ?? null;
  }

  /** What stood no longer than that is not asked for any more. */
  forget(begin: number): void {
    for (let { until = null } = this.#items[this.#first] ?? {}; until !== null && until <= begin;) {
      this.#first += 1;
      until = this.#items[this.#first]?.until ?? null;
    }
    // Half of the array is what has left the window: it is dropped at once, so that a trade costs the same on average.
    if (this.#first <= this.#items.length / 2) return;
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}

export interface Extremes {
  lowest: number;
  highest: number;
}

/**
 * K-3: the lowest and highest price of the last so many ms, with the price that stood when the window began, for windows of
 * several lengths. Trades come in the order of their times. Constant time a trade, on average; prices as doubles: they are
 * compared, never added up.
 */
export class WindowExtremes {
  /** The longest that is asked for. */
  #longest: number;
  readonly #lows = new MonotoneQueue((kept, price) => kept < price);
  readonly #highs = new MonotoneQueue((kept, price) => kept > price);
  #last: Standing | null = null;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The last price; null before the first trade. */
  get price(): number | null {
    return this.#last?.price ?? null;
  }

  /** Windows of this length are asked for from now on. */
  keep(length: number): void {
    this.#longest = Math.max(length, this.#longest);
  }

  add(time: number, price: number): void {
    if (this.#last) this.#last.until = time;
    this.#lows.forget(time - this.#longest);
    this.#highs.forget(time - this.#longest);
    const item: Standing = { price, until: null };
    this.#lows.add(item);
    this.#highs.add(item);
    this.#last = item;
  }

  /** As of `time`, which is not before the last trade; null before the first one. */
  at(time: number, length = this.#longest): Extremes | null {
    const [low, high] = [this.#lows.since(time - length), this.#highs.since(time - length)];
    return low && high && { lowest: low.price, highest: high.price };
  }

  /** Until then the extremes as of `time` stay in the window, UTC epoch ms. */
  standsUntil(time: number, length = this.#longest): number {
    const [low, high] = [this.#lows.since(time - length), this.#highs.since(time - length)];
    return Math.min(low?.until ?? time, high?.until ?? time) + length;
  }
}
