import { LevelIndex } from '../../../runtime/price-triggers/level-index.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { COOLDOWN } from '../levels/crossing.ts';

const NONE: number[] = [];

interface Start {
  restsUntil: number | null;
  value: number | null;
}

/**
 * Alerts that fire when a value reaches their threshold, rest, and are armed again once it is under another one. A new
 * value costs two searches and what it changes.
 */
export class ThresholdBook {
  readonly #table: AlertTable;
  readonly #rearmsUnder: (level: number) => number;
  readonly #armed = new LevelIndex();
  /** By the value under which each is armed. */
  readonly #waiting = new LevelIndex();
  /** By the end of their rest. */
  readonly #resting = new LevelIndex();
  /** Those that no value was seen of. */
  readonly #entering = new LevelIndex();
  /** Null while none ever rested: most books hold few alerts. */
  #rests: Map<number, number> | null = null;
  /** Read from the indexes after a change, so that a value that changes nothing does not have to read these. */
  #isStale = true;
  #least = Infinity;
  #armsUnder = -Infinity;
  #restsUntil = Infinity;

  constructor(table: AlertTable, rearmsUnder: (level: number) => number) {
    this.#table = table;
    this.#rearmsUnder = rearmsUnder;
  }

  get size(): number {
    return this.#armed.size + this.#waiting.size + this.#resting.size + this.#entering.size;
  }

  /** The least value that fires, or Infinity. */
  get least(): number {
    this.#refresh();
    return this.#least;
  }

  /** A value under it arms one that waits; -Infinity where none does. */
  get armsUnder(): number {
    this.#refresh();
    return this.#armsUnder;
  }

  /** The first end of a rest, UTC epoch ms, or Infinity. */
  get restsUntil(): number {
    this.#refresh();
    return this.#restsUntil;
  }

  #refresh(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#least = this.#armed.above(-Infinity);
    this.#armsUnder = this.#waiting.below(Infinity);
    this.#restsUntil = this.#resting.above(-Infinity);
  }

  /**
   * `restsUntil` of one that fired, by the exchange's clock, UTC epoch ms. Another one takes its side from the value of now,
   * or from the first one.
   */
  add(slot: number, { restsUntil, value }: Start): void {
    this.#isStale = true;
    const level = this.#table.levelOf(slot);
    if (restsUntil !== null) this.#rest(slot, restsUntil);
    else if (value !== null && value < level) this.#armed.add(level, slot);
    else if (value !== null) this.#waiting.add(this.#leaveAt(slot), slot);
    else this.#entering.add(level, slot);
  }

  /** False when it is not here. */
  remove(slot: number): boolean {
    this.#isStale = true;
    const level = this.#table.levelOf(slot);
    const until = this.#rests?.get(slot);
    if (until !== undefined) this.#endRest(slot, until);
    const wasWatched = this.#armed.remove(level, slot) || this.#waiting.remove(this.#leaveAt(slot), slot);
    return wasWatched || until !== undefined || this.#entering.remove(level, slot);
  }

  slots(): number[] {
    return [this.#armed, this.#waiting, this.#resting, this.#entering].flatMap((index) => index.all());
  }

  /** Those whose rest is over are judged by the value at its end. Times do not go back. */
  endRests(time: number, valueAt: (time: number) => number | null): void {
    if (time < this.restsUntil) return;
    this.#isStale = true;
    for (const slot of this.#resting.over(-Infinity, time)) {
      const until = this.#rests?.get(slot) ?? time;
      this.#endRest(slot, until);
      const value = valueAt(until);
      const isLeft = value !== null && value < this.#leaveAt(slot);
      if (isLeft) this.#armed.add(this.#table.levelOf(slot), slot);
      else this.#waiting.add(this.#leaveAt(slot), slot);
    }
  }

  /** The slots that fire; those that fire once are gone. */
  take(value: number, time: number): number[] {
    if (this.#entering.size === 0 && value < this.least && value >= this.armsUnder) return NONE;
    this.#isStale = true;
    this.#enter(value);
    for (const slot of this.#waiting.over(value, Infinity)) {
      this.#waiting.remove(this.#leaveAt(slot), slot);
      this.#armed.add(this.#table.levelOf(slot), slot);
    }
    const fired = this.#armed.over(-Infinity, value);
    for (const slot of fired) {
      this.#armed.remove(this.#table.levelOf(slot), slot);
      if (this.#table.isAlways(slot)) this.#rest(slot, time + COOLDOWN);
    }
    return fired;
  }

  #enter(value: number): void {
    if (this.#entering.size === 0) return;
    for (const slot of this.#entering.all()) {
      this.#entering.remove(this.#table.levelOf(slot), slot);
      this.add(slot, { restsUntil: null, value });
    }
  }

  #leaveAt(slot: number): number {
    return this.#rearmsUnder(this.#table.levelOf(slot));
  }

  #rest(slot: number, until: number): void {
    this.#resting.add(until, slot);
    this.#rests ??= new Map();
    this.#rests.set(slot, until);
  }

  #endRest(slot: number, until: number): void {
    this.#resting.remove(until, slot);
    this.#rests?.delete(slot);
  }
}
