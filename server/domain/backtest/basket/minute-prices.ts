import { MINUTE } from '#contracts/rules/time.ts';
import { barPath, type Reading } from '../bar-path.ts';
import type { Bars, Prints } from '../bars.ts';
import { insideOf, type Range } from '../inside-bars.ts';

/** Parts of a bar at which its four prices are taken to have been traded. */
const PARTS = [0, 1 / 3, 2 / 3, 1];

/** of the bar that was read last, the price that was traded last by the end of each of its minutes. */
export class MinutePrices {
  readonly #bars: Bars;
  readonly #reading: Reading;
  /** Minutes that are filled so far. */
  #filled = 0;
  #last = 0;
  readonly price: Float64Array;
  /** 1 where the order of prices within a bar decides, else 0. */
  readonly guessed: Uint8Array;

  constructor(bars: Bars, reading: Reading) {
    this.#bars = bars;
    this.#reading = reading;
    const minutes = bars.interval / MINUTE;
    this.price = new Float64Array(minutes);
    this.guessed = new Uint8Array(minutes);
  }

  read(at: number): void {
    const bars = this.#bars;
    const begin = bars.times[at] ?? 0;
    [this.#filled, this.#last] = [0, bars.open[at] ?? 0];
    const inside = insideOf(bars, at);
    if (!inside) this.#readBar(bars, at);
    else if (inside.prints) this.#readPrints(inside.prints, inside.range, begin);
    else this.#readBars(inside.bars, inside.range, begin);
    this.#fillTo(this.price.length);
  }

  /** Nothing was traded meanwhile. */
  #fillTo(minutes: number): void {
    for (; this.#filled < minutes; this.#filled += 1) this.#put(this.#last, false);
  }

  #put(price: number, isGuessed: boolean): void {
    this.price[this.#filled] = price;
    this.guessed[this.#filled] = isGuessed ? 1 : 0;
    this.#last = price;
  }

  #readBar(bars: Bars, at: number): void {
    const [open = 0, high = 0, low = 0, close = 0] = [bars.open[at], bars.high[at], bars.low[at], bars.close[at]];
    const path = barPath({ open, high, low, close }, this.#reading, close > open);
    const minutes = bars.interval / MINUTE;
    for (let minute = 1; minute <= minutes; minute += 1) {
      const last = PARTS.findLastIndex((part) => Math.floor(part * (bars.interval - 1)) < minute * MINUTE);
      this.#put(path[last] ?? close, high > low && (last === 1 || last === 2));
      this.#filled += 1;
    }
  }

  #readBars(bars: Bars, { begin: first, end }: Range, begin: number): void {
    for (let at = first; at < end; at += 1) {
      this.#fillTo(((bars.times[at] ?? begin) - begin) / MINUTE);
      this.#readBar(bars, at);
    }
  }

  #readPrints({ times, price }: Prints, { begin: first, end }: Range, begin: number): void {
    for (let at = first; at < end; at += 1) {
      this.#fillTo(Math.floor(((times[at] ?? begin) - begin) / MINUTE));
      this.#last = price[at] ?? this.#last;
    }
  }
}
