import { EQUAL } from '../../../domain/conditions/series-crossing.ts';
import { LevelIndex } from '../../../runtime/price-triggers/level-index.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { firesDownward, firesUpward } from '../levels/crossing.ts';

const NONE: number[] = [];

/**
 * K-5: alerts that fire when a value that is taken bar by bar changes to the other side of their level. Equality is no
 * side. The first value after an alert was added only sets its side. Levels and values are not negative, or the level is 0.
 */
export class CrossingBook {
  readonly #table: AlertTable;
  readonly #unknown = new LevelIndex();
  /** Alerts whose level the value was last seen above, and below. */
  readonly #above = new LevelIndex();
  readonly #below = new LevelIndex();

  constructor(table: AlertTable) {
    this.#table = table;
  }

  get size(): number {
    return this.#unknown.size + this.#above.size + this.#below.size;
  }

  add(slot: number): void {
    this.#unknown.add(this.#table.levelOf(slot), slot);
  }

  /** False when it is not here. */
  remove(slot: number): boolean {
    const level = this.#table.levelOf(slot);
    return this.#indexes().some((index) => index.remove(level, slot));
  }

  /** Values from here up to there change nothing; NaN while an alert has no side yet. */
  get quietFrom(): number {
    return this.#unknown.size > 0 ? NaN : this.#above.below(Infinity);
  }

  get quietTo(): number {
    return this.#unknown.size > 0 ? NaN : this.#below.above(-Infinity);
  }

  slots(): number[] {
    return this.#indexes().flatMap((index) => index.all());
  }

  /** The slots that fire; those that fire once are gone. */
  take(value: number): number[] {
    // What is nearer than that counts as equal.
    const [under, over] = value < 0 ? [value, value] : [value * (1 - EQUAL), value / (1 - EQUAL)];
    if (over >= this.quietFrom && under <= this.quietTo) return NONE;
    const upward = this.#below.under(-Infinity, under);
    const downward = this.#above.over(over, Infinity);
    for (const slot of upward) this.#move(slot, this.#below, this.#above);
    for (const slot of downward) this.#move(slot, this.#above, this.#below);
    for (const slot of this.#unknown.under(-Infinity, under)) this.#move(slot, this.#unknown, this.#above);
    for (const slot of this.#unknown.over(over, Infinity)) this.#move(slot, this.#unknown, this.#below);
    const fired = [
      ...upward.filter((slot) => firesUpward(this.#table.typeOf(slot))),
      ...downward.filter((slot) => firesDownward(this.#table.typeOf(slot))),
    ];
    for (const slot of fired) if (!this.#table.isAlways(slot)) this.remove(slot);
    return fired;
  }

  #indexes(): LevelIndex[] {
    return [this.#unknown, this.#above, this.#below];
  }

  #move(slot: number, from: LevelIndex, to: LevelIndex): void {
    const level = this.#table.levelOf(slot);
    from.remove(level, slot);
    to.add(level, slot);
  }
}
