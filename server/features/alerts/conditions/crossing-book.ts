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
  /**
   * Alerts that have a side: the value was last seen above the levels under `#under`, and below those over `#over`. Nothing is
   * moved when it crosses some of them.
   */
  readonly #armed = new LevelIndex();
  #under = Infinity;
  #over = -Infinity;
  /** Levels between the two were equal to the value: whether it was above them before. Null while there are none. */
  #wasAbove: Map<number, boolean> | null = null;

  constructor(table: AlertTable) {
    this.#table = table;
  }

  get size(): number {
    return this.#unknown.size + this.#armed.size;
  }

  add(slot: number): void {
    this.#unknown.add(this.#table.levelOf(slot), slot);
  }

  /** False when it is not here. */
  remove(slot: number): boolean {
    const level = this.#table.levelOf(slot);
    this.#wasAbove?.delete(slot);
    return this.#unknown.remove(level, slot) || this.#armed.remove(level, slot);
  }

  /** Values from here up to there change nothing; NaN while an alert has no side yet. */
  get quietFrom(): number {
    if (this.#unknown.size > 0) return NaN;
    return Math.max(this.#armed.below(this.#under), ...this.#equal(true));
  }

  get quietTo(): number {
    if (this.#unknown.size > 0) return NaN;
    return Math.min(this.#armed.above(this.#over), ...this.#equal(false));
  }

  slots(): number[] {
    return [...this.#unknown.all(), ...this.#armed.all()];
  }

  /** The slots that fire; those that fire once are gone. */
  take(value: number): number[] {
    // What is nearer than that counts as equal.
    const [under, over] = value < 0 ? [value, value] : [value * (1 - EQUAL), value / (1 - EQUAL)];
    if (over >= this.quietFrom && under <= this.quietTo) return NONE;
    const upward = this.#armed.under(this.#under, under).filter((slot) => !this.#isAbove(slot));
    const downward = this.#armed.over(over, this.#over).filter((slot) => this.#isAbove(slot));
    this.#setSides(under, over);
    for (const slot of this.#unknown.under(-Infinity, under)) this.#setSide(slot);
    for (const slot of this.#unknown.over(over, Infinity)) this.#setSide(slot);
    const fired = [
      ...upward.filter((slot) => firesUpward(this.#table.typeOf(slot))),
      ...downward.filter((slot) => firesDownward(this.#table.typeOf(slot))),
    ];
    for (const slot of fired) if (!this.#table.isAlways(slot)) this.remove(slot);
    return fired;
  }

  /** The side of the value, or its last one where it is equal. */
  #isAbove(slot: number): boolean {
    const level = this.#table.levelOf(slot);
    return level < this.#under || (level <= this.#over && this.#wasAbove?.get(slot) === true);
  }

  /** Levels that the value is equal to, by the side from which it came. */
  #equal(above: boolean): number[] {
    if (!this.#wasAbove) return [];
    return [...this.#wasAbove].flatMap(([slot, wasAbove]) => (wasAbove === above ? this.#table.levelOf(slot) : []));
  }

  #setSides(under: number, over: number): void {
    const equal = this.#armed.within(under, over);
    this.#wasAbove = equal.length === 0 ? null : new Map(equal.map((slot) => [slot, this.#isAbove(slot)]));
    [this.#under, this.#over] = [under, over];
  }

  /** Its level is not equal to the value. */
  #setSide(slot: number): void {
    const level = this.#table.levelOf(slot);
    this.#unknown.remove(level, slot);
    this.#armed.add(level, slot);
  }
}
