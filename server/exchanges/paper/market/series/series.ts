import type { Big } from 'big.js';
import type { MarketTrade } from '../../../../domain/matching/model/market.ts';
import { type Candle, addTrade, flatCandle } from '../candles.ts';
import { type CandleText, flatAfter, fromText, toText } from './candle-text.ts';

/** The latest candles are kept as objects, the others as text. */
const UNPACKED = 64;

export interface SeriesStart {
  /** Length of a candle and of the whole series, ms. */
  length: number;
  keep: number;
  now: number;
  price: Big;
  /** When the first trade could have been, and the price of that time. */
  beginning: { time: number; price: Big };
  /** Candles of an earlier run, in order; a time without trades has none. */
  stored: readonly { openTime: number; text: CandleText }[];
  /** The candles of the next longer length: they know the price of a time that is no longer kept here. */
  longer: readonly { openTime: number; text: CandleText }[];
}

type Stored = SeriesStart['stored'];

/** One text for each candle of the bounds, flat where none is stored. */
function withoutGaps(
  stored: Stored,
  before: CandleText,
  { first, end, length }: { first: number; end: number; length: number },
): CandleText[] {
  const texts: CandleText[] = [];
  let flat: CandleText | null = before;
  let next = 0;
  for (let time = first; time <= end; time += length) {
    // A candle that was stored twice or out of order is skipped.
    while ((stored[next]?.openTime ?? time) < time) next += 1;
    const candle = stored[next];
    if (candle?.openTime === time) {
      texts.push(candle.text);
      flat = null;
    } else texts.push((flat ??= flatAfter(texts.at(-1) ?? before)));
  }
  return texts;
}

/** Candles of one length, without a gap up to now: a time without trades shows as flat candles. */
export class Series {
  readonly length: number;
  readonly #most: number;
  #first: number;
  #early: CandleText[] = [];
  #late: Candle[] = [];
  #changed = new Set<Candle>();

  constructor(start: SeriesStart) {
    this.length = start.length;
    this.#most = Math.ceil(start.keep / start.length);
    this.#first = this.#restore(start);
    this.#extendTo(start.price);
  }

  /** Open time of the oldest candle. */
  get since(): number {
    return this.#first;
  }

  add(trade: MarketTrade): void {
    const candle = this.last(trade.time);
    addTrade(candle, trade);
    this.#changed.add(candle);
  }

  /** The current candle. */
  last(now: number): Candle {
    const target = this.#openOf(now);
    let last = this.#newest();
    if ((target - last.openTime) / this.length > this.#most) last = this.#startOver(target, last);
    while (last.openTime < target) {
      last = flatCandle(last.openTime + this.length, last.close, last.lastId);
      this.#late.push(last);
    }
    this.#trim();
    return last;
  }

  /** Those that open from `from` to `to`, oldest first. */
  within(from: number, to: number, now: number): Candle[] {
    this.last(now);
    const index = (time: number) => Math.ceil((time - this.#first) / this.length);
    const [start, end] = [Math.max(0, index(from)), Math.max(0, Math.floor((to - this.#first) / this.length) + 1)];
    const early = this.#early.slice(start, end);
    const count = this.#early.length;
    const unpacked = early.map((text, place) => fromText(text, this.#first + (start + place) * this.length));
    return [...unpacked, ...this.#late.slice(Math.max(0, start - count), Math.max(0, end - count))];
  }

  /** Those that changed since the last call. */
  takeChanged(): Candle[] {
    const changed = [...this.#changed];
    this.#changed = new Set();
    return changed;
  }

  #newest(): Candle {
    const newest = this.#late.at(-1);
    if (!newest) throw new Error('A series of candles has at least one.');
    return newest;
  }

  /** Reads the stored candles, flat where nothing was traded; answers the oldest open time. */
  #restore({ now, price, beginning, stored, longer }: SeriesStart): number {
    const end = this.#openOf(now);
    const bound = end - (this.#most - 1) * this.length;
    const begun = Math.min(end, this.#openOf(beginning.time));
    const first = Math.max(bound, begun);
    const known = stored.filter(({ openTime }) => openTime >= first && openTime <= end);
    const opening = begun >= bound ? beginning.price : this.#priceAt(first, known[0], longer);
    const before = toText(flatCandle(0, opening ?? price, 0));
    const texts = withoutGaps(known, before, { first, end, length: this.length });
    this.#early = texts.slice(0, -UNPACKED);
    const lateFrom = first + this.#early.length * this.length;
    this.#late = texts.slice(-UNPACKED).map((text, place) => fromText(text, lateFrom + place * this.length));
    return first;
  }

  /** The price where the kept candles begin: that of the next trade if it is soon, else the last one before. */
  #priceAt(first: number, next: Stored[number] | undefined, longer: Stored): Big | undefined {
    if (!next) return undefined;
    const after = fromText(next.text, next.openTime);
    if (next.openTime - first < UNPACKED * this.length) return after.open;
    const earlier = longer.map(({ text, openTime }) => fromText(text, openTime));
    return earlier.findLast(({ lastId }) => lastId < after.firstId)?.close ?? after.open;
  }

  /** After a crash the price may be newer than the candles; the current candle leads to it. */
  #extendTo(price: Big): void {
    const last = this.#newest();
    if (last.close.eq(price)) return;
    last.close = price;
    if (last.count === 0) last.open = last.high = last.low = price;
    if (last.high.lt(price)) last.high = price;
    if (last.low.gt(price)) last.low = price;
  }

  #openOf(time: number): number {
    return Math.floor(time / this.length) * this.length;
  }

  #startOver(target: number, last: Candle): Candle {
    this.#first = target - (this.#most - 1) * this.length;
    this.#early = [];
    const fresh = flatCandle(this.#first, last.close, last.lastId);
    this.#late = [fresh];
    return fresh;
  }

  #trim(): void {
    if (this.#late.length > 2 * UNPACKED) {
      for (const candle of this.#late.splice(0, this.#late.length - UNPACKED)) this.#early.push(toText(candle));
    }
    const over = this.#early.length + this.#late.length - this.#most;
    if (over > this.#most * 0.05 + UNPACKED) {
      this.#early = this.#early.slice(over);
      this.#first += over * this.length;
    }
  }
}
