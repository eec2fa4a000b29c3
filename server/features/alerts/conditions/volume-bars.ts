import type { ConditionOf } from '#contracts/alert-conditions.ts';
import { CLOSING_INTERVALS } from '#contracts/rules/closing-intervals.ts';
import { spikeVolume } from '../../../domain/conditions/volume-spike.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { ThresholdBook } from './threshold-book.ts';

const NONE: number[] = [];
/** Volumes that are added up in another order are equal up to this part. */
const ROUNDING = 1e-12;

/** K-4: the volume of the running bar over the mean of the whole bars before it. Doubles: statistics, not amounts. */
export class VolumeBars {
  readonly book: ThresholdBook;
  readonly length: number;
  readonly #bars: number;
  readonly #before: number[] = [];
  #mean: number | null = null;
  #end = -Infinity;
  #volume = 0;
  /** The least volume that fires, before `#until`. */
  #least = Infinity;
  /** Of the running bar, or of a rest before it, UTC epoch ms. */
  #until = -Infinity;

  constructor({ interval, bars }: Pick<ConditionOf<'volume'>, 'interval' | 'bars'>, table: AlertTable) {
    this.book = new ThresholdBook(table, (factor) => factor);
    this.length = CLOSING_INTERVALS[interval];
    this.#bars = bars;
  }

  add(slot: number, restsUntil: number | null): void {
    this.book.add(slot, { restsUntil, value: this.#mean === null ? null : this.#volume / this.#mean });
    this.#judgeNext();
  }

  /** So much may be traded before a time, UTC epoch ms, without any firing. */
  get room(): number {
    return this.#least - this.#volume;
  }

  get until(): number {
    return this.#until;
  }

  /** A trade of this quantity, or the volume of a whole bar at its last moment: the slots that fire. */
  take(time: number, quantity: number): number[] {
    if (time >= this.#end) this.#endUntil(time);
    this.#volume += quantity;
    return this.#volume < this.#least && time < this.#until ? NONE : this.#judge(time);
  }

  /** What was traded within the room. */
  pass(quantity: number): void {
    this.#volume += quantity;
  }

  #judgeNext(): void {
    this.#least = -Infinity;
  }

  #judge(time: number): number[] {
    const { book } = this;
    this.#until = this.#end;
    this.#least = Infinity;
    if (this.#mean === null) return [];
    const times = this.#volume / this.#mean;
    book.endRests(time, () => times);
    const fired = book.take(times, time);
    this.#until = Math.min(this.#end, book.restsUntil);
    this.#least = book.least * this.#mean * (1 - ROUNDING);
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
