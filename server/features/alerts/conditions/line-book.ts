import type { ConditionOf } from '#contracts/alert-conditions.ts';
import { type Trend, trendLevel } from '#contracts/rules/series/trendline.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { lineCrossing, type PriceAt } from '../../../domain/conditions/line-crossing.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { COOLDOWN, firesDownward, firesUpward } from '../levels/crossing.ts';

interface Line {
  trend: Trend;
  /** UTC epoch ms; prices from then on do not count. */
  until: number;
  /** Of one that fired: it rests, and then waits until the price has left the line. */
  restsUntil: number | null;
}

/** Lines so near to the price, as a part of it, are looked at each second; the others each minute. */
const NEAR = 0.02;
/** A price has left a line that it crossed, as a part of its level. */
const LEFT = 0.001;

export const trendOf = ({ from, to, straightIn }: ConditionOf<'trendline'>): Trend => ({
  from,
  to,
  logarithmic: straightIn === 'percent',
});

/** K-7, K-10: the trend lines of one pair. */
export class LineBook {
  readonly #table: AlertTable;
  readonly #lines = new Map<number, Line>();
  #before: PriceAt | null = null;
  /** Slots of the lines near `#around`, listed until a time. */
  #near: number[] = [];
  #around = 0;
  #nearUntil = -Infinity;
  /** No line passes strictly between these two before `#quietUntil`. */
  #above = -Infinity;
  #below = Infinity;
  #quietUntil = -Infinity;

  constructor(table: AlertTable) {
    this.#table = table;
  }

  get size(): number {
    return this.#lines.size;
  }

  add(slot: number, condition: ConditionOf<'trendline'>, restsUntil: number | null): void {
    this.#lines.set(slot, { trend: trendOf(condition), until: condition.until, restsUntil });
    this.#nearUntil = -Infinity;
    this.#quietUntil = -Infinity;
  }

  remove(slot: number): void {
    if (this.#lines.delete(slot)) this.#nearUntil = -Infinity;
  }

  /** A trade, or a price that stands on: the slots that fire. */
  take(time: number, price: number): number[] {
    const before = this.#before;
    if (before && time < this.#quietUntil && price < this.#above && price > this.#below) {
      before.price = price;
      before.time = time;
      return [];
    }
    const now = { time, price };
    const isFar = Math.abs(price - this.#around) > (this.#around * NEAR) / 2;
    const isDue = time >= this.#nearUntil || isFar;
    if (this.#lines.size === 0) {
      this.#before = now;
      return [];
    }
    const slots = isDue ? [...this.#lines.keys()] : this.#near;
    const fired = before ? slots.filter((slot) => this.#fires(slot, before, now)) : [];
    this.#before = now;
    if (isDue) this.#list(now);
    this.#findQuiet(now);
    return fired;
  }

  #fires(slot: number, before: PriceAt, now: PriceAt): boolean {
    const line = this.#lines.get(slot);
    if (!line || now.time >= line.until) return false;
    if (line.restsUntil !== null) {
      const level = trendLevel(line.trend, now.time);
      if (now.time >= line.restsUntil && Math.abs(now.price - level) >= level * LEFT) line.restsUntil = null;
      return false;
    }
    const crossing = lineCrossing(line.trend, before, now);
    const type = this.#table.typeOf(slot);
    const fires = (crossing === 'up' && firesUpward(type)) || (crossing === 'down' && firesDownward(type));
    if (!fires) return false;
    if (this.#table.isAlways(slot)) line.restsUntil = now.time + COOLDOWN;
    else this.#lines.delete(slot);
    return true;
  }

  #list({ time, price }: PriceAt): void {
    this.#around = price;
    this.#nearUntil = time + MINUTE;
    this.#near = [];
    for (const [slot, { trend }] of this.#lines) {
      const levels = [trendLevel(trend, time), trendLevel(trend, time + MINUTE)];
      const [low, high] = [Math.min(...levels), Math.max(...levels)];
      if (low <= price * (1 + NEAR) && high >= price * (1 - NEAR)) this.#near.push(slot);
    }
  }

  #findQuiet({ time, price }: PriceAt): void {
    this.#quietUntil = time + SECOND;
    this.#above = this.#around * (1 + NEAR / 2);
    this.#below = this.#around * (1 - NEAR / 2);
    for (const slot of this.#near) {
      const line = this.#lines.get(slot);
      if (!line) continue;
      if (line.restsUntil !== null && line.restsUntil < this.#quietUntil) this.#quietUntil = time;
      const levels = [trendLevel(line.trend, time), trendLevel(line.trend, time + SECOND)];
      const [low, high] = [Math.min(...levels), Math.max(...levels)];
      if (low > price) this.#above = Math.min(this.#above, low);
      else if (high < price) this.#below = Math.max(this.#below, high);
      else this.#quietUntil = time;
    }
  }
}
