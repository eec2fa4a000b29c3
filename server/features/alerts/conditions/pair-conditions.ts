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
import { AFTER_END, type BarFired, BarCloses } from './bar-closes.ts';
import { LineBook } from './line-book.ts';
import { MoveWindows } from './move-windows.ts';
import { QuietTrades } from './quiet-trades.ts';
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

/** Where trades of a pair are noted. */
export interface Noted {
  trades: QuietTrades;
  place: number;
}

const aloneIn = (trades: QuietTrades): Noted => ({ trades, place: trades.open() });

interface Context {
  table: AlertTable;
  /** Of the whole engine; else only this pair's. */
  noted?: Noted;
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
  readonly #quiet: QuietTrades;
  readonly #place: number;
  /** Before it a look at the clock changes nothing, UTC epoch ms. */
  #ticksFrom = -Infinity;
  /** The last price that was taken. */
  #last: Look | null = null;

  constructor({ table, noted = aloneIn(new QuietTrades()), onFired }: Context) {
    this.#table = table;
    this.#onFired = onFired;
    this.#quiet = noted.trades;
    this.#place = noted.place;
    this.#quiet.end(this.#place);
    this.#quiet.whenFull(this.#place, () => this.#tellWindows());
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
    this.#tell();
    const found = this.volumes.get(name) ?? new VolumeBars(condition, this.#table);
    this.volumes.set(name, found);
    return found;
  }

  openBars(interval: ClosingInterval): BarCloses {
    this.#tell();
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
    this.#tell();
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

  /** A trade that may change something: it was not noted. Those that change nothing will be. */
  look(look: Look, quantity: number): void {
    this.take(look);
    this.takeVolume(look, quantity);
    this.#listen();
  }

  take(look: Look): void {
    this.takeBars(look);
    this.pricesFired(look);
  }

  takeBars(look: Look): void {
    this.#tell();
    if (look.time < this.#barsEnd) {
      this.#close = look;
      return;
    }
    this.#closeBars();
    for (const bars of this.bars.values()) this.barsFired(bars.take(look.time, look.price), look.late);
    this.#findBarsEnd();
  }

  /** Of the trades within all running bars the last one counts: the bars are told of it alone. */
  #closeBars(): void {
    const { time, price } = this.#close ?? {};
    this.#close = null;
    this.#barsEnd = -Infinity;
    if (time === undefined || price === undefined) return;
    for (const bars of this.bars.values()) bars.take(time, price);
  }

  #findBarsEnd(): void {
    this.#barsEnd = Infinity;
    for (const { end } of this.bars.values()) this.#barsEnd = Math.min(this.#barsEnd, end);
  }

  /** Windows and lines. */
  pricesFired(look: Look): void {
    this.#tell();
    const { time, price } = look;
    this.#last = look;
    this.fired(this.windows.take(time, price), look);
    this.fired(this.lines.take(time, price), look);
  }

  takeVolume(look: Look, quantity: number): void {
    this.#tell();
    for (const volume of this.volumes.values()) this.fired(volume.take(look.time, quantity), look);
  }

  /** Once a second, by the exchange's clock: bars that ended, and lines that reach a price that stands. */
  tick(now: number): void {
    if (now < this.#ticksFrom) return;
    this.#tell();
    if (now - AFTER_END >= this.#barsEnd) {
      this.#closeBars();
      for (const bars of this.bars.values()) this.barsFired(bars.tick(now), false);
      this.#findBarsEnd();
    }
    const last = this.#last;
    if (last && this.lines.size > 0 && now > last.time) {
      this.#last = { ...last, time: now, late: false };
      this.fired(this.lines.take(now, last.price), this.#last);
    }
    this.#listen();
  }

  /** What was noted, to all that it counts for. From now on each trade is looked at. */
  #tell(): void {
    this.#ticksFrom = -Infinity;
    const [quiet, place] = [this.#quiet, this.#place];
    if (!quiet.isQuiet(place)) return;
    if (this.#hasNoted()) this.#tellAll();
    quiet.end(place);
  }

  /** A trade of no quantity at the time and the price of the last one changes nothing. */
  #hasNoted(): boolean {
    const [quiet, place, last] = [this.#quiet, this.#place, this.#last];
    return quiet.tradedOf(place) > 0 || quiet.timeOf(place) !== last?.time || quiet.priceOf(place) !== last.price;
  }

  #tellAll(): void {
    const [quiet, place] = [this.#quiet, this.#place];
    this.#tellWindows();
    const traded = quiet.tradedOf(place);
    for (const volume of this.volumes.values()) volume.pass(traded);
    this.#last = { time: quiet.timeOf(place), price: quiet.priceOf(place), late: false };
    this.lines.pass(this.#last.time, this.#last.price);
    this.#close = this.#last;
  }

  #tellWindows(): void {
    const [quiet, place] = [this.#quiet, this.#place];
    this.windows.pass(quiet.keptOf(place), quiet.timeOf(place));
  }

  #listen(): void {
    const { windows, lines } = this;
    // After a trade that came late, a price of another time would be told as the last one.
    if (!this.#last || this.#last.time < this.#quiet.timeOf(this.#place)) return;
    const [below, above] = [Math.max(windows.box.below, lines.below), Math.min(windows.box.above, lines.above)];
    let [until, room] = [Math.min(windows.box.until, lines.quietUntil, this.#barsEnd), Infinity];
    for (const volume of this.volumes.values()) {
      until = Math.min(until, volume.until);
      room = Math.min(room, volume.room);
    }
    this.#quiet.looked(this.#place, this.#last);
    this.#quiet.begin(this.#place, { below, above, until, room });
    this.#ticksFrom = Math.min(lines.quietUntil, this.#barsEnd + AFTER_END);
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
