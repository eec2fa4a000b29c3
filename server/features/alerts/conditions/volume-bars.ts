import type { ConditionOf } from '#contracts/alert-conditions.ts';
import { CLOSING_INTERVALS } from '#contracts/rules/closing-intervals.ts';
import { addToWindow, beginWindow, meanOf, windowSize } from '#contracts/rules/series/windows.ts';
import { spikeOver } from '../../../domain/conditions/volume-spike.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { ThresholdBook } from './threshold-book.ts';

const NONE: number[] = [];
/** What is needed of a series for each trade, by place: of the running bar, in base units. */
export const VOLUME = 0;
/** The least volume that fires, before `UNTIL`. */
export const LEAST = 1;
/** The end of the running bar, or of a rest before it, UTC epoch ms. */
export const UNTIL = 2;
export const VOLUME_NUMBERS = 3;
/** Volumes that are added up in another order are equal up to this part. */
const ROUNDING = 1e-12;

/** Where the numbers of a series lie: in an array that is another one when series are added. */
interface NumbersPlace {
  shared: { numbers: Float64Array };
  at: number;
}

/** K-4: the volume of the running bar over the mean of the whole bars before it. Doubles: statistics, not amounts. */
export class VolumeBars {
  readonly book: ThresholdBook;
  readonly length: number;
  /** Volumes of the whole bars before the running one: a window. */
  readonly #before: Float64Array;
  #mean: number | null = null;
  #end = -Infinity;
  readonly #place: NumbersPlace;

  constructor(
    { interval, bars }: Pick<ConditionOf<'volume'>, 'interval' | 'bars'>,
    table: AlertTable,
    place: NumbersPlace = { shared: { numbers: new Float64Array(VOLUME_NUMBERS) }, at: 0 },
  ) {
    this.book = new ThresholdBook(table, (factor) => factor);
    this.length = CLOSING_INTERVALS[interval];
    this.#before = new Float64Array(windowSize(bars));
    beginWindow(this.#before, 0, bars);
    this.#place = place;
    this.#set(LEAST, Infinity);
    this.#set(UNTIL, -Infinity);
  }

  add(slot: number, restsUntil: number | null): void {
    this.book.add(slot, { restsUntil, value: this.#mean === null ? null : this.#get(VOLUME) / this.#mean });
    this.#judgeNext();
  }

  /** A trade of this quantity, or the volume of a whole bar at its last moment: the slots that fire. */
  take(time: number, quantity: number): number[] {
    if (time >= this.#end) this.#endUntil(time);
    const volume = this.#get(VOLUME) + quantity;
    this.#set(VOLUME, volume);
    return volume < this.#get(LEAST) && time < this.#get(UNTIL) ? NONE : this.#judge(time);
  }

  #get(field: number): number {
    return this.#place.shared.numbers[this.#place.at + field] ?? NaN;
  }

  #set(field: number, value: number): void {
    this.#place.shared.numbers[this.#place.at + field] = value;
  }

  #judgeNext(): void {
    this.#set(LEAST, -Infinity);
  }

  #judge(time: number): number[] {
    const { book } = this;
    this.#set(UNTIL, this.#end);
    this.#set(LEAST, Infinity);
    if (this.#mean === null) return [];
    const times = this.#get(VOLUME) / this.#mean;
    book.endRests(time, () => times);
    const fired = book.take(times, time);
    this.#set(UNTIL, Math.min(this.#end, book.restsUntil));
    this.#set(LEAST, book.least * this.#mean * (1 - ROUNDING));
    return fired;
  }

  #endUntil(time: number): void {
    if (this.#end === -Infinity) this.#end = (Math.floor(time / this.length) + 1) * this.length;
    let isFull = false;
    while (time >= this.#end) {
      isFull = addToWindow(this.#before, 0, this.#get(VOLUME));
      this.#set(VOLUME, 0);
      this.#end += this.length;
    }
    this.#mean = isFull ? spikeOver(meanOf(this.#before, 0), 1) : null;
    this.#judgeNext();
  }
}
