/** Of numbers: a price, and the time until which it stood. */
const FEW = 16;
/** Of the last price it is not known how long it stands. */
const STANDS = Infinity;
/** Of the trades that are being added, the places of those that none of the later ones outdoes, the last one first. */
const lowest: number[] = [];
const highest: number[] = [];

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

  /**
   * Each price stands until the next one; of the trades only so many of these places count. What stood no longer than `begin`
   * is not asked for any more.
   */
  add({ numbers, from, to }: Trades, { places, count }: { places: number[]; count: number }, begin: number): void {
    if (this.#end > this.#first) this.#items[this.#end - 1] = numbers[from] ?? 0;
    this.#dropFrom((numbers[(places[count - 1] ?? from) + 1] ?? 0) * this.#sign);
    if (this.#end + 2 * count > this.#items.length) this.#makeRoom(begin, count);
    const items = this.#items;
    let end = this.#end;
    for (let place = count - 1; place >= 0; place -= 1) {
      const at = places[place] ?? 0;
      items[end] = (numbers[at + 1] ?? 0) * this.#sign;
      items[end + 1] = at + 2 < to ? (numbers[at + 2] ?? 0) : STANDS;
      end += 2;
    }
    this.#end = end;
  }

  /** A price that is no less extreme than `least` came later. */
  #dropFrom(least: number): void {
    const [items, first] = [this.#items, this.#first];
    let end = this.#end;
    while (end > first && (items[end - 2] ?? 0) >= least) end -= 2;
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

  /** For so many more. At least half of the array is free then, so that a trade costs the same on average. */
  #makeRoom(begin: number, more: number): void {
    const items = this.#items;
    const from = 2 * this.since(begin);
    const size = this.#end - from;
    let length = items.length;
    while (length < 2 * size || length < size + 2 * more) length *= 2;
    if (length > items.length) this.#items = new Float64Array(length);
    this.#items.set(items.subarray(from, this.#end));
    [this.#first, this.#end] = [0, size];
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
    let [lows, highs, least, most] = [0, 0, Infinity, -Infinity];
    for (let at = to - 2; at >= from; at -= 2) {
      const price = numbers[at + 1] ?? 0;
      if (price < least) {
        least = price;
        lowest[lows] = at;
        lows += 1;
      }
      if (price > most) {
        most = price;
        highest[highs] = at;
        highs += 1;
      }
    }
    const begin = (numbers[from] ?? 0) - this.#longest;
    this.#lows.add(trades, { places: lowest, count: lows }, begin);
    this.#highs.add(trades, { places: highest, count: highs }, begin);
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
