import type { AlertType, Informing } from '#contracts/alerts.ts';
import { Big } from 'big.js';
import { COOLDOWN, firesDownward, firesUpward, retreat } from './crossing.ts';
import { LevelIndex } from './level-index.ts';

/** An active alert, as the book needs it. */
export interface Armed {
  userId: string;
  id: string;
  price: Big;
  type: AlertType;
  informing: Informing;
  /** The arming that a firing uses up. */
  seq: number;
}

/**
 * Where an alert stands. `timed`: waits for the first price at or after `from`, which sets its side. `sided`: fires on a
 * crossing. `resting`: fired, waits until the price has left its level, then until `from`.
 */
export type Standing =
  | { kind: 'timed'; from: number; again?: boolean }
  | { kind: 'sided' }
  | { kind: 'resting'; from: number };

interface Entry {
  alert: Armed;
  level: number;
  standing: Standing;
}

/** What a price did. `rearmed`: fired before, and may fire again from now on. */
export interface Move {
  fired: Armed[];
  rearmed: Armed[];
}

const NOTHING: Move = { fired: [], rearmed: [] };

/**
 * The active alerts of one pair, in price order. A price that crosses nothing costs four comparisons; one that does
 * costs what it fires and a logarithm. It never asks the database.
 */
export class LevelBook {
  readonly #tick: Big;
  readonly #entries: (Entry | null)[] = [];
  readonly #free: number[] = [];
  readonly #slots = new Map<string, number>();
  readonly #risers = new LevelIndex();
  readonly #fallers = new LevelIndex();
  readonly #leaversUp = new LevelIndex();
  readonly #leaversDown = new LevelIndex();
  readonly #timed = new LevelIndex();
  #price: number | null = null;
  /** No level lies strictly between these two, and nothing is due before `until`; null after an edit. */
  #quiet: { above: number; below: number; until: number } | null = null;

  /** `tick` is the pair's price step; `price` the last one that was evaluated before. */
  constructor(tick: Big, price: Big | null) {
    this.#tick = tick;
    this.#price = price && Number(price.toFixed());
  }

  get size(): number {
    return this.#slots.size;
  }

  ids(): string[] {
    return [...this.#slots.keys()];
  }

  find(id: string): Armed | null {
    return this.#entry(this.#slots.get(id))?.alert ?? null;
  }

  /** Adds it, or puts it in the place of what was under its id. */
  put(alert: Armed, standing: Standing): void {
    this.remove(alert.id);
    const slot = this.#free.pop() ?? this.#entries.length;
    // A side needs a price to be on a side of.
    const kept: Standing = standing.kind === 'sided' && this.#price === null ? { kind: 'timed', from: 0 } : standing;
    this.#entries[slot] = { alert, level: Number(alert.price.toFixed()), standing: kept };
    this.#slots.set(alert.id, slot);
    this.#enter(slot);
  }

  /** Once or always, from its next firing on. */
  setInforming(id: string, informing: Informing): void {
    const entry = this.#entry(this.#slots.get(id));
    if (entry) entry.alert = { ...entry.alert, informing };
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#leave(slot);
    this.#entries[slot] = null;
    this.#free.push(slot);
    this.#slots.delete(id);
  }

  /** `now` is when the alerts that this price fires are said to fire, UTC epoch ms: their rest counts from it. */
  move(to: Big, { time, now }: { time: number; now: number }): Move {
    const price = Number(to.toFixed());
    const { above, below, until } = this.#quiet ?? this.#findQuiet();
    const before = this.#price;
    this.#price = price;
    if (before !== null && price < above && price > below && time < until) return NOTHING;
    this.#quiet = null;
    const fired = before === null ? [] : this.#crossed(before, price).map((slot) => this.#fire(slot, now));
    for (const slot of this.#leavers(price)) this.#set(slot, { kind: 'timed', from: this.#restOf(slot), again: true });
    const rearmed = this.#timed.over(-Infinity, time).flatMap((slot) => this.#arm(slot));
    return { fired: fired.flatMap((alert) => alert ?? []), rearmed };
  }

  #crossed(before: number, price: number): number[] {
    return price > before ? this.#risers.over(before, price) : this.#fallers.under(price, before).toReversed();
  }

  #leavers(price: number): number[] {
    return [...this.#leaversUp.over(-Infinity, price), ...this.#leaversDown.under(price, Infinity)];
  }

  #fire(slot: number, now: number): Armed | null {
    const entry = this.#entry(slot);
    if (!entry) return null;
    const { alert } = entry;
    if (alert.informing === 'ONLY_ONCE') {
      this.remove(alert.id);
      return alert;
    }
    this.#set(slot, { kind: 'resting', from: now + COOLDOWN });
    entry.alert = { ...alert, seq: alert.seq + 1 };
    return alert;
  }

  #arm(slot: number): Armed[] {
    const entry = this.#entry(slot);
    const again = entry?.standing.kind === 'timed' && entry.standing.again;
    this.#set(slot, { kind: 'sided' });
    return entry && again ? [entry.alert] : [];
  }

  #restOf(slot: number): number {
    const standing = this.#entry(slot)?.standing;
    return standing?.kind === 'resting' ? standing.from : 0;
  }

  #entry(slot: number | undefined): Entry | null {
    return (slot !== undefined && this.#entries[slot]) || null;
  }

  #set(slot: number, standing: Standing): void {
    const entry = this.#entry(slot);
    if (!entry) return;
    this.#leave(slot);
    entry.standing = standing;
    this.#enter(slot);
  }

  #enter(slot: number): void {
    this.#quiet = null;
    for (const [index, level] of this.#placesOf(slot)) index.add(level, slot);
  }

  #leave(slot: number): void {
    this.#quiet = null;
    for (const [index, level] of this.#placesOf(slot)) index.remove(level, slot);
  }

  #placesOf(slot: number): [LevelIndex, number][] {
    const entry = this.#entry(slot);
    if (!entry) return [];
    const { standing, alert, level } = entry;
    if (standing.kind === 'timed') return [[this.#timed, standing.from]];
    if (standing.kind === 'resting') {
      const { up, down } = retreat(alert.price, this.#tick);
      return [
        [this.#leaversUp, Number(up.toFixed())],
        [this.#leaversDown, Number(down.toFixed())],
      ];
    }
    const places: [LevelIndex, number][] = [];
    if (firesUpward(alert.type)) places.push([this.#risers, level]);
    if (firesDownward(alert.type)) places.push([this.#fallers, level]);
    return places;
  }

  #findQuiet() {
    const at = this.#price ?? 0;
    this.#quiet = {
      above: Math.min(this.#risers.above(at), this.#fallers.atLeast(at), this.#leaversUp.above(-Infinity)),
      below: Math.max(this.#fallers.below(at), this.#risers.atMost(at), this.#leaversDown.below(Infinity)),
      until: this.#timed.above(-Infinity),
    };
    return this.#quiet;
  }
}
