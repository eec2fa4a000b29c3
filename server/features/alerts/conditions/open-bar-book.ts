import { restAfterFiring } from '../../../domain/conditions/bar-rules.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { CrossingBook } from './crossing-book.ts';

/**
 * K-2: alerts on a series that follow its value during the bar, trade by trade. One that fired rests; after that its side is
 * that of the last value before.
 */
export class OpenBarBook {
  readonly #table: AlertTable;
  readonly #length: number;
  readonly #book: CrossingBook;
  /** Until when those that fired rest, UTC epoch ms. */
  readonly #rests = new Map<number, number>();
  /** Added since the last value: the next one gives them their side. */
  readonly #added = new Set<number>();
  #last = NaN;

  /** `length` of a bar, ms. */
  constructor(table: AlertTable, length: number) {
    this.#table = table;
    this.#length = length;
    this.#book = new CrossingBook(table);
  }

  get size(): number {
    return this.#book.size + this.#rests.size + this.#added.size;
  }

  /** `firedAt` of one that fired since it was armed, UTC epoch ms. */
  add(slot: number, firedAt: number | null): void {
    if (firedAt === null) this.#added.add(slot);
    else this.#rest(slot, firedAt);
  }

  /** False when it is not here. */
  remove(slot: number): boolean {
    return this.#rests.delete(slot) || this.#added.delete(slot) || this.#book.remove(slot);
  }

  slots(): number[] {
    return [...this.#book.slots(), ...this.#rests.keys(), ...this.#added];
  }

  /** The slots that fire; those that fire once are gone. NaN where there is no value yet. */
  take(value: number, time: number): number[] {
    if (Number.isNaN(value)) return [];
    this.#endRests(time);
    for (const slot of this.#added) this.#book.add(slot);
    this.#added.clear();
    this.#last = value;
    const fired = this.#book.take(value);
    for (const slot of fired) {
      if (!this.#table.isAlways(slot)) continue;
      this.#book.remove(slot);
      this.#rest(slot, time);
    }
    return fired;
  }

  #rest(slot: number, firedAt: number): void {
    this.#rests.set(slot, restAfterFiring({ time: firedAt, length: this.#length }));
  }

  #endRests(time: number): void {
    let haveEnded = false;
    for (const [slot, until] of this.#rests) {
      if (until > time) continue;
      this.#rests.delete(slot);
      this.#book.add(slot);
      haveEnded = true;
    }
    // The others have had this value: it only gives a side to those that rested.
    if (haveEnded && !Number.isNaN(this.#last)) this.#book.take(this.#last);
  }
}
