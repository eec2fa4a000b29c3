import type { Trend } from '#contracts/rules/series/trendline.ts';

/** A trend line that waits for a price. */
export interface Line {
  trend: Trend;
  /** UTC epoch ms; prices from then on do not count. */
  until: number;
  /** Of one that fired: it rests, and then waits until the price has left the line. UTC epoch ms. */
  restsUntil: number | null;
}

const FROM_TIME = 0;
const FROM_PRICE = 1;
const TO_TIME = 2;
const TO_PRICE = 3;
const UNTIL = 4;
/** NaN where it does not rest. */
const RESTS_UNTIL = 5;
const NUMBERS = 6;
const LEAST = 4;
const GROWTH = 1.5;

/** Trend lines in 53 bytes each, by row, in the order in which they came. */
export class LineColumns {
  #numbers = new Float64Array(0);
  /** A slot plus one; 0 is a line that was dropped. */
  #slots = new Uint32Array(0);
  #logarithmic = new Uint8Array(0);
  #rows = 0;
  #dropped = 0;
  readonly #trend: Trend = { from: { time: 0, price: 0 }, to: { time: 0, price: 0 }, logarithmic: false };

  /** Lines that were not dropped. */
  get size(): number {
    return this.#rows - this.#dropped;
  }

  add(slot: number, { trend, until, restsUntil }: Line): void {
    if (this.#rows === this.#slots.length) this.#grow();
    const row = this.#rows;
    const { from, to, logarithmic } = trend;
    this.#numbers.set([from.time, from.price, to.time, to.price, until, restsUntil ?? NaN], row * NUMBERS);
    this.#slots[row] = slot + 1;
    this.#logarithmic[row] = logarithmic ? 1 : 0;
    this.#rows += 1;
  }

  /** -1 when it is not here. */
  rowOf(slot: number): number {
    const row = this.#slots.indexOf(slot + 1);
    return row < this.#rows ? row : -1;
  }

  drop(row: number): void {
    if (this.slotAt(row) < 0) return;
    this.#slots[row] = 0;
    this.#dropped += 1;
  }

  /** Those of lines that were dropped among them. */
  get rows(): number {
    return this.#rows;
  }

  /** -1 when it was dropped. */
  slotAt(row: number): number {
    return (this.#slots[row] ?? 0) - 1;
  }

  /** The next call changes it. */
  trendAt(row: number): Trend {
    const { from, to } = this.#trend;
    from.time = this.#at(row, FROM_TIME);
    from.price = this.#at(row, FROM_PRICE);
    to.time = this.#at(row, TO_TIME);
    to.price = this.#at(row, TO_PRICE);
    this.#trend.logarithmic = this.#logarithmic[row] === 1;
    return this.#trend;
  }

  untilAt(row: number): number {
    return this.#at(row, UNTIL);
  }

  restsUntilAt(row: number): number | null {
    const until = this.#at(row, RESTS_UNTIL);
    return Number.isNaN(until) ? null : until;
  }

  rest(row: number, until: number | null): void {
    this.#numbers[row * NUMBERS + RESTS_UNTIL] = until ?? NaN;
  }

  #at(row: number, field: number): number {
    return this.#numbers[row * NUMBERS + field] ?? NaN;
  }

  #grow(): void {
    if (this.#dropped > 0) return this.compact();
    const rows = Math.max(LEAST, Math.ceil(this.#rows * GROWTH));
    const [numbers, slots, logarithmic] = [this.#numbers, this.#slots, this.#logarithmic];
    this.#numbers = new Float64Array(rows * NUMBERS);
    this.#numbers.set(numbers);
    this.#slots = new Uint32Array(rows);
    this.#slots.set(slots);
    this.#logarithmic = new Uint8Array(rows);
    this.#logarithmic.set(logarithmic);
  }

  /** Lines that were dropped are gone; the rows of the others are others than before. */
  compact(): void {
    if (this.#dropped === 0) return;
    let kept = 0;
    for (let row = 0; row < this.#rows; row += 1) {
      if (this.#slots[row] === 0) continue;
      this.#numbers.copyWithin(kept * NUMBERS, row * NUMBERS, (row + 1) * NUMBERS);
      this.#slots[kept] = this.#slots[row] ?? 0;
      this.#logarithmic[kept] = this.#logarithmic[row] ?? 0;
      kept += 1;
    }
    this.#slots.fill(0, kept, this.#rows);
    this.#rows = kept;
    this.#dropped = 0;
  }
}
