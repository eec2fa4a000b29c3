import type { ConditionOf } from '#contracts/alert-conditions.ts';
import { CLOSING_INTERVALS } from '#contracts/rules/closing-intervals.ts';
import { spikeVolume } from '../../../domain/conditions/volume-spike.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { ThresholdBook } from './threshold-book.ts';

const NONE: number[] = [];

/** K-4: the volume of the running bar over the mean of the whole bars before it. Doubles: statistics, not amounts. */
export class VolumeBars {
  readonly book: ThresholdBook;
  readonly length: number;
  readonly #bars: number;
  readonly #before: number[] = [];
  #mean: number | null = null;
  #end = -Infinity;
  #volume = 0;
  /** The least volume that fires. */
  #least = Infinity;

  constructor({ interval, bars }: Pick<ConditionOf<'volume'>, 'interval' | 'bars'>, table: AlertTable) {
    this.book = new ThresholdBook(table, (factor) => factor);
    this.length = CLOSING_INTERVALS[interval];
    this.#bars = bars;
  }

  add(slot: number, restsUntil: number | null): void {
    this.book.add(slot, { restsUntil, value: this.#mean === null ? null : this.#volume / this.#mean });
    this.#judgeNext();
  }

  /** A trade of this quantity, or the volume of a whole bar at its last moment: the slots that fire. */
  take(time: number, quantity: number): number[] {
    if (time >= this.#end) this.#endUntil(time);
    this.#volume += quantity;
    return this.#volume < this.#least ? NONE : this.#judge(time);
  }

  #judgeNext(): void {
    this.#least = -Infinity;
  }

  #judge(time: number): number[] {
    const { book } = this;
    if (this.#mean === null) return [];
    const times = this.#volume / this.#mean;
    book.endRests(time, () => times);
    const fired = book.take(times, time);
    this.#least = book.restsUntil < Infinity ? -Infinity : book.least * this.#mean * (1 - Number.EPSILON);
    return fired;
  }

  #endUntil(time: number): void {
    if (this.#end === -Infinity) this.#end = (Math.floor(time / this.length) + 1) * this.length;
    while (time >= this.#end) {
      this.#before.push(this.#volume);
      if (this.#before.length > this.#bars) this.#before.shift();
      this.#volume = 0;
      this.#end += this.length;
    }
    this.#mean = spikeVolume(this.#before, { length: this.#bars, factor: 1 });
    this.#judgeNext();
  }
}
