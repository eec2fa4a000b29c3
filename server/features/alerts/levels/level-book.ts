import type { Big } from 'big.js';
import type { Range } from '../../../runtime/price-triggers/candle-path.ts';
import { LevelIndex } from '../../../runtime/price-triggers/level-index.ts';
import { levelOf, orderOf } from '../../../runtime/price-triggers/price-order.ts';
import { COOLING, ARMED, AWAITING, type AlertTable, type Armed } from './alert-table.ts';
import { COOLDOWN, firesDownward, firesUpward, retreat } from './crossing.ts';
import type { AlertDeps } from '../deps.ts';

/**
 * `awaiting-baseline`: armed at `from`, on the side of the last price before that. `armed`: fires on a crossing.
 * `cooldown`: fired, waits until the price has left its level, then until `from`. By our clock, UTC epoch ms.
 */
export type LevelState =
  | { kind: 'awaiting-baseline'; from: number }
  | { kind: 'armed' }
  | { kind: 'cooldown'; from: number };

/** An arming: of the alert with this number. */
export interface Arming {
  num: number;
  seq: number;
}

/** What a price did. `rearmed`: fired before, and may fire again from now on. */
export interface Move {
  fired: Arming[];
  rearmed: Arming[];
}

const NOTHING: Move = { fired: [], rearmed: [] };

export interface LevelContext extends Pick<AlertDeps, 'clock'> {
  /** Of the whole engine. */
  table: AlertTable;
  /** The pair's price step. */
  tick: Big;
  /** Between the prices' clock and ours. */
  times: { ours(time: number): number; theirs(time: number): number };
}

/**
 * The active alerts of one pair, in price order. A price that crosses nothing costs three comparisons; one that does
 * costs what it fires and a logarithm. It never asks the database. Prices are given as `orderOf` makes them.
 */
export class LevelBook {
  readonly #deps: LevelContext;
  readonly #risers = new LevelIndex();
  readonly #fallers = new LevelIndex();
  readonly #leaversUp = new LevelIndex();
  readonly #leaversDown = new LevelIndex();
  readonly #awaiting = new LevelIndex();
  /** From when those that await a baseline or cool down may be armed; those of every time are not in it. */
  readonly #from = new Map<number, number>();
  #size = 0;
  #price: number | null;
  /** No level lies strictly between these two, and nothing is due before `until`; `stale` after an edit. */
  #above = 0;
  #below = 0;
  #until = 0;
  #stale = true;

  /** `price` is the last one that was evaluated before. */
  constructor(deps: LevelContext, price: number | null) {
    this.#deps = deps;
    this.#price = price;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds it, or replaces what was under its number. */
  upsert(alert: Armed, state: LevelState): void {
    this.remove(alert.num);
    const slot = this.#deps.table.add(alert);
    this.#size += 1;
    if (state.kind === 'cooldown') this.#set(slot, COOLING, state.from);
    else if (state.kind === 'awaiting-baseline') this.#set(slot, AWAITING, state.from);
    // A side needs a price to be on a side of.
    else this.#set(slot, this.#price === null ? AWAITING : ARMED, 0);
  }

  remove(num: number): void {
    const slot = this.#deps.table.slotOf(num);
    if (slot >= 0) this.removeAt(slot);
  }

  removeAt(slot: number): void {
    this.#leave(slot);
    this.#deps.table.remove(slot);
    this.#size -= 1;
  }

  /** For a crossing from before it was put here. Null when this arming is not here any more. */
  fire({ num, seq }: Arming): Arming | null {
    const { table } = this.#deps;
    const slot = table.slotOf(num);
    return slot < 0 || table.seqOf(slot) !== seq ? null : this.#fire(slot);
  }

  /** The slots of all, in no order. */
  slots(): number[] {
    const [least, most] = [-Infinity, Infinity];
    const indexes = [this.#risers, this.#fallers, this.#leaversUp, this.#awaiting];
    return [...new Set(indexes.flatMap((index) => index.over(least, most)))];
  }

  move(price: number, time: number): Move {
    if (this.#stale) this.#findQuiet();
    const before = this.#price;
    this.#price = price;
    if (before !== null && price < this.#above && price > this.#below && time < this.#until) return NOTHING;
    this.#stale = true;
    // Whatever is armed by now is on the side of the last price before; where there is none, of this one.
    const due = before === null ? [] : this.#armDue(time);
    const fired = before === null ? [] : this.#crossed(before, price).map((slot) => this.#fire(slot));
    for (const slot of this.#leavers(price)) this.#awaitBaseline(slot);
    return { fired, rearmed: [...due, ...this.#armDue(time)] };
  }

  /** Whether prices of this range up to a time, in whatever order, may fire or arm anything. */
  mayMove({ low, high }: Range, time: number): boolean {
    const indexes = [this.#risers, this.#fallers, this.#leaversUp, this.#leaversDown];
    const due = this.#awaiting.above(-Infinity) <= this.#deps.times.ours(time);
    return due || indexes.some((index) => index.atLeast(low) <= high);
  }

  /** Whether any of them may be armed, once a price is known, within this time of the exchange's clock. */
  beginsWithin(from: number, to: number): boolean {
    const { times } = this.#deps;
    return this.#awaiting.atLeast(times.ours(from)) <= times.ours(to);
  }

  #armDue(time: number): Arming[] {
    return this.#awaiting.over(-Infinity, this.#deps.times.ours(time)).flatMap((slot) => this.#arm(slot));
  }

  #crossed(before: number, price: number): number[] {
    return price > before ? this.#risers.over(before, price) : this.#fallers.under(price, before).toReversed();
  }

  #leavers(price: number): number[] {
    return [...this.#leaversUp.over(-Infinity, price), ...this.#leaversDown.under(price, Infinity)];
  }

  #armingOf(slot: number): Arming {
    const { table } = this.#deps;
    return { num: table.numOf(slot), seq: table.seqOf(slot) };
  }

  #fire(slot: number): Arming {
    const { table, clock } = this.#deps;
    const fired = this.#armingOf(slot);
    if (!table.isAlways(slot)) {
      this.removeAt(slot);
      return fired;
    }
    this.#leave(slot);
    this.#set(slot, COOLING, clock() + COOLDOWN);
    table.advance(slot);
    return fired;
  }

  /** The price has left its level: now its time must come. */
  #awaitBaseline(slot: number): void {
    const from = this.#from.get(slot) ?? 0;
    this.#leave(slot);
    this.#set(slot, AWAITING, from);
    this.#deps.table.setState(slot, AWAITING, true);
  }

  #arm(slot: number): Arming[] {
    const again = this.#deps.table.isAgain(slot);
    this.#leave(slot);
    this.#set(slot, ARMED, 0);
    return again ? [this.#armingOf(slot)] : [];
  }

  #set(slot: number, state: typeof AWAITING | typeof ARMED | typeof COOLING, from: number): void {
    this.#deps.table.setState(slot, state);
    if (from !== 0) this.#from.set(slot, from);
    this.#stale = true;
    for (const [index, level] of this.#placesOf(slot)) index.add(level, slot);
  }

  #leave(slot: number): void {
    this.#stale = true;
    for (const [index, level] of this.#placesOf(slot)) index.remove(level, slot);
    this.#from.delete(slot);
  }

  #placesOf(slot: number): [LevelIndex, number][] {
    const { table, tick } = this.#deps;
    const state = table.stateOf(slot);
    if (state === AWAITING) return [[this.#awaiting, this.#from.get(slot) ?? 0]];
    const level = table.levelOf(slot);
    if (state === COOLING) {
      const { up, down } = retreat(levelOf(level), tick);
      return [
        [this.#leaversUp, orderOf(up)],
        [this.#leaversDown, orderOf(down)],
      ];
    }
    const type = table.typeOf(slot);
    const places: [LevelIndex, number][] = [];
    if (firesUpward(type)) places.push([this.#risers, level]);
    if (firesDownward(type)) places.push([this.#fallers, level]);
    return places;
  }

  #findQuiet(): void {
    const at = this.#price ?? 0;
    this.#above = Math.min(this.#risers.above(at), this.#fallers.atLeast(at), this.#leaversUp.above(-Infinity));
    this.#below = Math.max(this.#fallers.below(at), this.#risers.atMost(at), this.#leaversDown.below(Infinity));
    this.#until = this.#deps.times.theirs(this.#awaiting.above(-Infinity));
    this.#stale = false;
  }
}
