/** Of numbers: a price, and the time until which it stood. */
const FEW = 16;
/** Of the last price it is not known how long it stands. */
const STANDS = Infinity;

/** In an array of numbers, from one place to before another: times, UTC epoch ms, each with its price. */
export interface Trades {
  numbers: Float64Array;
  from: number;
  to: number;
}

/**
 * Prices of which each is less extreme than the one before it, in a typed array: the first is the extreme of the window. Each
 * with the time until which it stood, UTC epoch ms.
 */
class MonotoneQueue {
  /** 1 where the lowest comes first, -1 where the highest does. */
  readonly #sign: 1 | -1;
  #items = new Float64Array(FEW);
  #first = 0;
  #end = 0;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Each price stands until the next one. What stood no longer than `begin` is not asked for any more. */
  add({ numbers, from, to }: Trades, begin: number): void {
    let [items, end] = [this.#items, this.#end];
    for (let at = from; at < to; at += 2) {
      const price = (numbers[at + 1] ?? 0) * this.#sign;
      if (end > this.#first) items[end - 1] = numbers[at] ?? 0;
      while (end > this.#first && (items[end - 2] ?? 0) >= price) end -= 2;
      if (end === items.length) {
        end = this.#makeRoom(begin);
        items = this.#items;
      }
      items[end] = price;
      items[end + 1] = STANDS;
      end += 2;
    }
    this.#end = end;
  }

  /** Where the extreme of the prices is that still stood after `begin`. */
  since(begin: number): number {
    let [low, high] = [this.#first / 2, this.#end / 2];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.untilAt(middle) <= begin) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  priceAt(place: number): number {
    return (this.#items[2 * place] ?? NaN) * this.#sign;
  }

  untilAt(place: number): number {
    return this.#items[2 * place + 1] ?? STANDS;
  }

  /** The new end. At least half of the array is free then, so that a trade costs the same on average. */
  #makeRoom(begin: number): number {
    const items = this.#items;
    this.#first = 2 * this.since(begin);
    const size = items.length - this.#first;
    if (size > items.length / 2) this.#items = new Float64Array(items.length * 2);
    this.#items.set(items.subarray(this.#first));
    this.#first = 0;
    return size;
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
  readonly #lows = new MonotoneQueue(1);
  readonly #highs = new MonotoneQueue(-1);
  readonly #one: Trades = { numbers: new Float64Array(2), from: 0, to: 2 };
  #last: number | null = null;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The last price; null before the first trade. */
  get price(): number | null {
    return this.#last;
  }

  /** Windows of this length are asked for from now on. */
  keep(length: number): void {
    this.#longest = Math.max(length, this.#longest);
  }

  add(time: number, price: number): void {
    this.#one.numbers[0] = time;
    this.#one.numbers[1] = price;
    this.addAll(this.#one);
  }

  addAll(trades: Trades): void {
    const { numbers, from, to } = trades;
    if (from === to) return;
    const begin = (numbers[from] ?? 0) - this.#longest;
    this.#lows.add(trades, begin);
    this.#highs.add(trades, begin);
    this.#last = numbers[to - 1] ?? 0;
  }

  /** As of `time`, which is not before the last trade; null before the first one. */
  at(time: number, length = this.#longest): Extremes | null {
    if (this.#last === null) return null;
    const begin = time - length;
    const [low, high] = [this.#lows.since(begin), this.#highs.since(begin)];
    return { lowest: this.#lows.priceAt(low), highest: this.#highs.priceAt(high) };
  }

  /** Until then the extremes as of `time` stay in the window, whatever comes, UTC epoch ms. */
  standsUntil(time: number, length = this.#longest): number {
    const begin = time - length;
    const [low, high] = [this.#lows.since(begin), this.#highs.since(begin)];
    // A last price stands until `time` at least.
    return Math.min(this.#lows.untilAt(low), this.#highs.untilAt(high), time) + length;
  }
}
