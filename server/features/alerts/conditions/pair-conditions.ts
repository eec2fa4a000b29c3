import type { ConditionOf, MarketCondition } from '#contracts/alert-conditions.ts';
import type { ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { seriesName } from '#contracts/rules/condition-text.ts';
import type { Informing } from '#contracts/alerts.ts';
import { Big } from 'big.js';
import { thresholdOf, type IndicatorCondition } from '../../../domain/conditions/indicator-score.ts';
import type { Price } from '../../../runtime/price-triggers/price-book.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { COOLDOWN } from '../levels/crossing.ts';
import type { Arming } from '../levels/level-book.ts';
import { type BarFired, BarCloses } from './bar-closes.ts';
import { LineBook } from './line-book.ts';
import { MoveWindows } from './move-windows.ts';
import { VolumeBars } from './volume-bars.ts';

/** An active alert on a condition. */
export interface ConditionRow {
  num: number;
  market: string;
  symbol: string;
  condition: MarketCondition;
  informing: Informing;
  seq: number;
  /** By our clock; of one that fired since it was armed, when that was on the exchange. UTC epoch ms. */
  armedAt: number;
  executedAt: number | null;
}

export type OnFired = (arming: Arming, at: Price) => void;

interface Context {
  table: AlertTable;
  onFired: OnFired;
}

const TYPES = { up: 'PRICE_RISES_ABOVE', down: 'PRICE_DROPS_BELOW', either: 'PRICE_REACHES' } as const;

const typeOf = (condition: MarketCondition) => (condition.kind === 'volume' ? TYPES.up : TYPES[condition.direction]);

export const hasFired = ({ executedAt, armedAt }: ConditionRow): boolean =>
  executedAt !== null && executedAt >= armedAt;

const restsUntilOf = (row: ConditionRow): number | null => (hasFired(row) ? row.armedAt + COOLDOWN : null);

export const isIndicator = (condition: MarketCondition): condition is IndicatorCondition =>
  condition.kind !== 'percent-move' && condition.kind !== 'volume' && condition.kind !== 'trendline';

export interface Look {
  time: number;
  price: number;
  /** The price as it was traded; else it is made from the double. */
  exact?: Big;
  late: boolean;
}

/** Alerts that hang on something. */
interface Book {
  remove: (slot: number) => boolean;
  slots: () => number[];
}

/** The alerts of one pair that wait for a condition, by the series that they hang on. */
export class PairConditions {
  readonly windows: MoveWindows;
  readonly lines: LineBook;
  readonly bars = new Map<ClosingInterval, BarCloses>();
  readonly volumes = new Map<string, VolumeBars>();
  readonly #table: AlertTable;
  readonly #onFired: OnFired;
  #size = 0;
  /** Before it no running bar ends, UTC epoch ms. */
  #barsEnd = -Infinity;
  /** The last trade that the bars were not told of. */
  #close: Look | null = null;
  /** The last price that was taken. */
  last: Look | null = null;

  constructor({ table, onFired }: Context) {
    this.#table = table;
    this.#onFired = onFired;
    this.windows = new MoveWindows(table);
    this.lines = new LineBook(table);
  }

  get size(): number {
    return this.#size;
  }

  /** Whether what this alert hangs on is computed already. */
  has(condition: MarketCondition): boolean {
    if (condition.kind === 'trendline') return true;
    if (condition.kind === 'percent-move') return this.windows.has(condition);
    if (condition.kind === 'volume') return this.volumes.has(seriesName(condition));
    return this.bars.get(condition.interval)?.has(condition) ?? false;
  }

  openVolume(condition: ConditionOf<'volume'>): VolumeBars {
    const name = seriesName(condition);
    const found = this.volumes.get(name) ?? new VolumeBars(condition, this.#table);
    this.volumes.set(name, found);
    return found;
  }

  openBars(interval: ClosingInterval): BarCloses {
    this.#closeBars();
    const found = this.bars.get(interval) ?? new BarCloses(interval, this.#table);
    this.bars.set(interval, found);
    return found;
  }

  /** Adds it, or replaces what was under its number. */
  upsert(row: ConditionRow): void {
    this.remove(row.num);
    const { num, condition, informing, seq } = row;
    const slot = this.#table.add({ num, level: thresholdOf(condition), type: typeOf(condition), informing, seq });
    this.#size += 1;
    const restsUntil = restsUntilOf(row);
    if (condition.kind === 'percent-move') this.windows.add(slot, condition, restsUntil);
    else if (condition.kind === 'trendline') this.lines.add(slot, condition, restsUntil);
    else if (condition.kind === 'volume') this.openVolume(condition).add(slot, restsUntil);
    else this.openBars(condition.interval).open(condition).add(slot);
  }

  remove(num: number): void {
    const slot = this.#table.slotOf(num);
    const isHere = slot >= 0 && this.#books().some((book) => book.remove(slot));
    if (isHere) this.#forget(slot);
  }

  clear(): void {
    for (const slot of this.#books().flatMap((book) => book.slots())) this.#table.remove(slot);
    this.#size = 0;
  }

  #books(): Book[] {
    const volumes = [...this.volumes.values()].map(({ book }) => book);
    return [this.windows, this.lines, ...volumes, ...this.bars.values()];
  }

  #forget(slot: number): void {
    this.#table.remove(slot);
    this.#size -= 1;
  }

  take(look: Look): void {
    this.takeBars(look);
    this.pricesFired(look);
  }

  takeBars(look: Look): void {
    if (look.time < this.#barsEnd) {
      this.#close = look;
      return;
    }
    this.#closeBars();
    for (const bars of this.bars.values()) this.barsFired(bars.take(look.time, look.price), look.late);
    this.#barsEnd = Math.min(...Array.from(this.bars.values(), ({ end }) => end));
  }

  /** Of the trades within all running bars the last one counts: the bars are told of it alone. */
  #closeBars(): void {
    const { time, price } = this.#close ?? {};
    this.#close = null;
    this.#barsEnd = -Infinity;
    if (time === undefined || price === undefined) return;
    for (const bars of this.bars.values()) bars.take(time, price);
  }

  /** Windows and lines. */
  pricesFired(look: Look): void {
    const { time, price } = look;
    this.last = look;
    this.fired(this.windows.take(time, price), look);
    this.fired(this.lines.take(time, price), look);
  }

  takeVolume(look: Look, quantity: number): void {
    for (const volume of this.volumes.values()) this.fired(volume.take(look.time, quantity), look);
  }

  /** Once a second, by the exchange's clock: bars that ended, and lines that reach a price that stands. */
  tick(now: number): void {
    this.#closeBars();
    for (const bars of this.bars.values()) this.barsFired(bars.tick(now), false);
    const { last } = this;
    if (!last || this.lines.size === 0 || now <= last.time) return;
    this.fired(this.lines.take(now, last.price), { time: now, price: last.price, late: false });
  }

  barsFired(fired: readonly BarFired[], late: boolean): void {
    for (const { slots, price, time } of fired) this.fired(slots, { time, price, late });
  }

  fired(slots: readonly number[], { time, price, exact, late }: Look): void {
    for (const slot of slots) {
      const arming = { num: this.#table.numOf(slot), seq: this.#table.seqOf(slot) };
      if (this.#table.isAlways(slot)) this.#table.advance(slot);
      else this.#forget(slot);
      this.#onFired(arming, { price: exact ?? new Big(price), time, late });
    }
  }
}
