import type { ConditionOf } from '#contracts/alert-conditions.ts';
import { type Trend, trendLevel } from '#contracts/rules/series/trendline.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { lineCrossing, type PriceAt } from '../../../domain/conditions/line-crossing.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { COOLDOWN, firesDownward, firesUpward } from '../levels/crossing.ts';
import { LineColumns } from './line-columns.ts';

/** Lines that come so near to the price, as a part of it, are looked at when it moves; the others when the list is made anew. */
const NEAR = 0.02;
const LISTED = 10 * MINUTE;
/** A price has left a line that it crossed, as a part of its level. */
const LEFT = 0.001;
/** A little less, so that rounding hides none. */
const NOT_LEFT = LEFT * (1 - 1e-9);

export const trendOf = ({ from, to, straightIn }: ConditionOf<'trendline'>): Trend => ({
  from,
  to,
  logarithmic: straightIn === 'percent',
});

/** K-7, K-10: the trend lines of one pair. */
export class LineBook {
  readonly #table: AlertTable;
  readonly #lines = new LineColumns();
  #before: PriceAt | null = null;
  /** Rows of the lines near `#around`, listed until a time. */
  #near: number[] = [];
  #around = 0;
  #nearUntil = -Infinity;
  /** No line passes strictly between these two before `quietUntil`, UTC epoch ms. */
  above = -Infinity;
  below = Infinity;
  quietUntil = -Infinity;

  constructor(table: AlertTable) {
    this.#table = table;
  }

  get size(): number {
    return this.#lines.size;
  }

  add(slot: number, condition: ConditionOf<'trendline'>, restsUntil: number | null): void {
    this.#lines.add(slot, { trend: trendOf(condition), until: condition.until, restsUntil });
    this.#nearUntil = -Infinity;
    this.quietUntil = -Infinity;
  }

  /** False when it is not here. */
  remove(slot: number): boolean {
    const row = this.#lines.rowOf(slot);
    if (row < 0) return false;
    this.#lines.drop(row);
    this.#nearUntil = -Infinity;
    return true;
  }

  slots(): number[] {
    this.#lines.compact();
    this.#nearUntil = -Infinity;
    return Array.from({ length: this.#lines.rows }, (_, row) => this.#lines.slotAt(row));
  }

  /** A trade, or a price that stands on: the slots that fire. */
  take(time: number, price: number): number[] {
    const before = this.#before;
    if (before && time < this.quietUntil && price < this.above && price > this.below) {
      this.pass(time, price);
      return [];
    }
    const now = { time, price };
    const isFar = Math.abs(price - this.#around) > (this.#around * NEAR) / 2;
    const isDue = time >= this.#nearUntil || isFar;
    if (this.#lines.size === 0) {
      this.#before = now;
      [this.below, this.above, this.quietUntil] = [-Infinity, Infinity, Infinity];
      return [];
    }
    const fired = before ? this.#firing(before, now, isDue) : [];
    this.#before = now;
    if (isDue) this.#list(now);
    this.#findQuiet(now);
    return fired;
  }

  /** The last of some trades between these two. */
  pass(time: number, price: number): void {
    if (!this.#before) return;
    this.#before.time = time;
    this.#before.price = price;
  }

  /** Of all lines, or of those near. */
  #firing(before: PriceAt, now: PriceAt, ofAll: boolean): number[] {
    const fired: number[] = [];
    const count = ofAll ? this.#lines.rows : this.#near.length;
    for (let at = 0; at < count; at += 1) {
      const row = ofAll ? at : (this.#near[at] ?? 0);
      const slot = this.#lines.slotAt(row);
      if (slot >= 0 && this.#fires(row, before, now)) fired.push(slot);
    }
    return fired;
  }

  #fires(row: number, before: PriceAt, now: PriceAt): boolean {
    const lines = this.#lines;
    if (now.time >= lines.untilAt(row)) return false;
    const trend = lines.trendAt(row);
    const restsUntil = lines.restsUntilAt(row);
    if (restsUntil !== null) {
      const level = trendLevel(trend, now.time);
      if (now.time >= restsUntil && Math.abs(now.price - level) >= level * LEFT) lines.rest(row, null);
      return false;
    }
    const crossing = lineCrossing(trend, before, now);
    const slot = lines.slotAt(row);
    const type = this.#table.typeOf(slot);
    const fires = (crossing === 'up' && firesUpward(type)) || (crossing === 'down' && firesDownward(type));
    if (!fires) return false;
    if (this.#table.isAlways(slot)) lines.rest(row, now.time + COOLDOWN);
    else lines.drop(row);
    return true;
  }

  #list({ time, price }: PriceAt): void {
    this.#around = price;
    this.#nearUntil = time + LISTED;
    this.#near = [];
    this.#lines.compact();
    for (let row = 0; row < this.#lines.rows; row += 1) {
      const { low, high } = this.#span(row, time, LISTED);
      if (low <= price * (1 + NEAR) && high >= price * (1 - NEAR)) this.#near.push(row);
    }
  }

  /** For as long as it can be, else for a second. */
  #findQuiet(now: PriceAt): void {
    const isQuiet = this.#isQuietFor(LISTED, now) || this.#isQuietFor(MINUTE, now);
    if (!isQuiet) this.#isQuietFor(SECOND, now);
  }

  #isQuietFor(length: number, { time, price }: PriceAt): boolean {
    this.quietUntil = Math.min(time + length, this.#nearUntil);
    this.above = this.#around * (1 + NEAR / 2);
    this.below = this.#around * (1 - NEAR / 2);
    for (const row of this.#near) {
      if (this.#lines.slotAt(row) < 0) continue;
      const { low, high } = this.#span(row, time, length);
      const restsUntil = this.#lines.restsUntilAt(row);
      if (restsUntil !== null) this.#holdResting({ low, high }, restsUntil, time);
      else if (low > price) this.above = Math.min(this.above, low);
      else if (high < price) this.below = Math.max(this.below, high);
      else this.quietUntil = time;
    }
    return this.quietUntil > time && price < this.above && price > this.below;
  }

  /** One that fired rests, and then waits until the price has left it. */
  #holdResting({ low, high }: { low: number; high: number }, restsUntil: number, time: number): void {
    if (restsUntil > time) {
      this.quietUntil = Math.min(this.quietUntil, restsUntil);
      return;
    }
    this.above = Math.min(this.above, low * (1 + NOT_LEFT));
    this.below = Math.max(this.below, high * (1 - NOT_LEFT));
  }

  /** Between which levels a line runs for so many ms. */
  #span(row: number, time: number, length: number): { low: number; high: number } {
    const trend = this.#lines.trendAt(row);
    const [begin, end] = [trendLevel(trend, time), trendLevel(trend, time + length)];
    return { low: Math.min(begin, end), high: Math.max(begin, end) };
  }
}
