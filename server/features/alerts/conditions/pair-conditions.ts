import type { ConditionOf, MarketCondition } from '#contracts/alert-conditions.ts';
import type { ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { Big } from 'big.js';
import { thresholdOf } from '../../../domain/conditions/indicator-score.ts';
import type { Price } from '../../../runtime/price-triggers/price-book.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import type { Arming } from '../levels/level-book.ts';
import { AFTER_END, type BarFired, type BarCloses } from './bar-closes.ts';
import { type ConditionRow, hasFired, restsUntilOf, typeOf } from './condition-row.ts';
import { LineBook } from './line-book.ts';
import { MoveWindows } from './move-windows.ts';
import { PairBars } from './pair-bars.ts';
import { PairVolumes } from './pair-volumes.ts';
import { QuietTrades } from './quiet-trades.ts';
import type { VolumeBars } from './volume-bars.ts';

export interface FiredAt extends Price {
  /** K-2: by the value of a bar that was open. */
  duringBar: boolean;
}

export type OnFired = (arming: Arming, at: FiredAt) => void;

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

export interface Look {
  time: number;
  price: number;
  /** The price as it was traded; else it is made from the double. */
  exact?: Big;
  late: boolean;
  duringBar?: boolean;
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
  readonly #bars: PairBars;
  readonly #volumes: PairVolumes;
  readonly #table: AlertTable;
  readonly #onFired: OnFired;
  #size = 0;
  /** The price of the last trade, for bars that did not get it. */
  #close: number | null = null;
  readonly #quiet: QuietTrades;
  readonly #place: number;
  /** Before it windows and lines stay as they are while prices are quiet, UTC epoch ms. */
  #pricesUntil = -Infinity;
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
    this.#quiet.whenFull(this.#place, () => this.#passWindows());
    this.windows = new MoveWindows(table);
    this.lines = new LineBook(table);
    this.#bars = new PairBars(table);
    this.#volumes = new PairVolumes(table);
  }

  get bars(): readonly BarCloses[] {
    return this.#bars.all();
  }

  get size(): number {
    return this.#size;
  }

  /** Whether what this alert hangs on is computed already. */
  has(condition: MarketCondition): boolean {
    if (condition.kind === 'trendline') return true;
    if (condition.kind === 'percent-move') return this.windows.has(condition);
    if (condition.kind === 'volume') return this.#volumes.has(condition);
    return this.#bars.find(condition.interval)?.has(condition) ?? false;
  }

  openVolume(condition: ConditionOf<'volume'>): VolumeBars {
    this.#passOn();
    return this.#volumes.open(condition);
  }

  openBars(interval: ClosingInterval): BarCloses {
    this.#passOn();
    return this.#bars.open(interval);
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
    else if (condition.duringBar) this.#bars.addOpen(slot, condition, hasFired(row) ? row.armedAt : null);
    else this.openBars(condition.interval).open(condition).add(slot);
  }

  remove(num: number): void {
    this.#passOn();
    const slot = this.#table.slotOf(num);
    const isHere = slot >= 0 && this.#books().some((book) => book.remove(slot));
    if (isHere) this.#forget(slot);
  }

  clear(): void {
    for (const slot of this.#books().flatMap((book) => book.slots())) this.#table.remove(slot);
    this.#size = 0;
  }

  #books(): Book[] {
    const volumes = this.#volumes.all().map(({ book }) => book);
    return [this.windows, this.lines, ...volumes, ...this.#bars.all()];
  }

  #forget(slot: number): void {
    this.#table.remove(slot);
    this.#size -= 1;
  }

  /** A trade that may change something: it was not noted. Those that change nothing will be. */
  look(look: Look, quantity: number): void {
    if (this.#quiet.isQuiet(this.#place) && look.time >= this.#quiet.timeOf(this.#place))
      this.#lookAtDue(look, quantity);
    else {
      this.take(look);
      this.takeVolume(look, quantity);
    }
    this.#listen();
  }

  /** What the trade may change gets it, and what was noted before it; for the others it is noted. */
  #lookAtDue(look: Look, quantity: number): void {
    const [quiet, place] = [this.#quiet, this.#place];
    const { time, price, late } = look;
    if (time >= this.#bars.end) this.barsFired(this.#bars.take(time, price, this.#closeOf()), late);
    if (time < this.#pricesUntil && quiet.isWithin(place, price)) quiet.note(place, look);
    else {
      this.#passPrices();
      this.#close = price;
      this.#takePrices(look);
      quiet.looked(place, look);
    }
    if (time < this.#volumes.until && quiet.tradedOf(place) + quantity < this.#volumes.room)
      return quiet.addTraded(place, quantity);
    this.#passVolumes();
    this.fired(this.#volumes.take(time, quantity), look);
  }

  take(look: Look): void {
    this.takeBars(look);
    this.pricesFired(look);
  }

  takeBars(look: Look): void {
    const { time, price, late } = look;
    this.#passOn();
    const before = this.#close;
    this.#close = price;
    if (time >= this.#bars.end) this.barsFired(this.#bars.take(time, price, before), late);
    if (this.#bars.watchesTrades) this.fired(this.#bars.takeOpen(time, price), { ...look, duringBar: true });
  }

  /** Windows and lines. */
  pricesFired(look: Look): void {
    this.#passOn();
    this.#takePrices(look);
  }

  #takePrices(look: Look): void {
    this.#last = look;
    this.#pricesUntil = -Infinity;
    this.fired(this.windows.take(look.time, look.price), look);
    this.fired(this.lines.take(look.time, look.price), look);
  }

  takeVolume(look: Look, quantity: number): void {
    this.#passOn();
    this.fired(this.#volumes.take(look.time, quantity), look);
  }

  /** Once a second, by the exchange's clock: bars that ended, and lines that reach a price that stands. */
  tick(now: number): void {
    if (now < this.#ticksFrom) return;
    if (now - AFTER_END >= this.#bars.end) this.barsFired(this.#bars.tick(now, this.#closeOf()), false);
    if (now >= this.lines.quietUntil) this.#lookAtLines(now);
    this.#listen();
  }

  /** The last price stands on. */
  #lookAtLines(now: number): void {
    this.#passOn();
    const last = this.#last;
    if (!last || this.lines.size === 0 || now <= last.time) return;
    this.#last = { ...last, time: now, late: false };
    this.fired(this.lines.take(now, last.price), this.#last);
  }

  /** What was noted, to all that it counts for. From now on each trade is looked at. */
  #passOn(): void {
    this.#ticksFrom = -Infinity;
    this.#pricesUntil = -Infinity;
    const [quiet, place] = [this.#quiet, this.#place];
    if (!quiet.isQuiet(place)) return;
    this.#close = this.#closeOf();
    if (this.#hasNotedPrice()) {
      this.#passPrices();
      this.#last = { time: quiet.timeOf(place), price: quiet.priceOf(place), late: false };
    }
    this.#passVolumes();
    quiet.end(place);
  }

  /** The price of the last trade. */
  #closeOf(): number | null {
    return this.#hasNotedPrice() ? this.#quiet.priceOf(this.#place) : this.#close;
  }

  /** A trade at the time and the price of the last one that was taken changes nothing about prices. */
  #hasNotedPrice(): boolean {
    const [quiet, place] = [this.#quiet, this.#place];
    return quiet.isQuiet(place) && (quiet.hasKept(place) || quiet.timeOf(place) !== this.#last?.time);
  }

  #passPrices(): void {
    const [quiet, place] = [this.#quiet, this.#place];
    this.#passWindows();
    this.lines.pass(quiet.timeOf(place), quiet.priceOf(place));
  }

  #passWindows(): void {
    const [quiet, place] = [this.#quiet, this.#place];
    this.windows.pass(quiet.keptOf(place), quiet.timeOf(place));
    quiet.forgetKept(place);
  }

  #passVolumes(): void {
    this.#volumes.pass(this.#quiet.tradedOf(this.#place));
    this.#quiet.forgetTraded(this.#place);
  }

  #listen(): void {
    // Each trade counts for the value of an open bar.
    if (this.#bars.watchesTrades) return this.#passOn();
    const [quiet, place, last] = [this.#quiet, this.#place, this.#last];
    // After a trade that came late, a price of another time would be passed on as the last one.
    if (!last || (!quiet.isQuiet(place) && last.time < quiet.timeOf(place))) return;
    if (!quiet.isQuiet(place)) quiet.looked(place, last);
    if (this.#pricesUntil === -Infinity) this.#findQuietPrices();
    const { end } = this.#bars;
    const until = Math.min(this.#pricesUntil, end, this.#volumes.until);
    // What was added has seen no trade yet.
    if (until === -Infinity) return this.#passOn();
    quiet.begin(place, { until, room: this.#volumes.room });
    this.#ticksFrom = Math.min(this.lines.quietUntil, end + AFTER_END);
  }

  #findQuietPrices(): void {
    const { windows, lines } = this;
    this.#pricesUntil = Math.min(windows.box.until, lines.quietUntil);
    const [below, above] = [Math.max(windows.box.below, lines.below), Math.min(windows.box.above, lines.above)];
    this.#quiet.within(this.#place, { below, above });
  }

  barsFired(fired: readonly BarFired[], late: boolean): void {
    for (const { slots, price, time } of fired) this.fired(slots, { time, price, late });
  }

  fired(slots: readonly number[], look: Look): void {
    // Most trades fire nothing.
    if (slots.length > 0) this.#fireAll(slots, look);
  }

  #fireAll(slots: readonly number[], { time, price, exact, late, duringBar = false }: Look): void {
    for (const slot of slots) {
      const arming = { num: this.#table.numOf(slot), seq: this.#table.seqOf(slot) };
      if (this.#table.isAlways(slot)) this.#table.advance(slot);
      else this.#forget(slot);
      this.#onFired(arming, { price: exact ?? new Big(price), time, late, duringBar });
    }
  }
}
