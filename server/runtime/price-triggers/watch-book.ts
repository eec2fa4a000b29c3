import type { Big } from 'big.js';
import type { Range } from './candle-path.ts';
import { LevelIndex } from './level-index.ts';
import type { PairFeed } from './pair-feed.ts';
import type { Price, PriceBook, TradedPrice } from './price-book.ts';
import { orderOf } from './price-order.ts';

/** A price at which this server acts: `above` where a trade at it or higher reaches it, else at it or lower. */
export interface WatchedLevel {
  price: Big;
  above: boolean;
  /** What a price that is read after a gap does: it reaches the level as well, it is only seen, or it does not matter. */
  late: 'reaches' | 'seen' | 'ignored';
}

/** What a price means for one that waits. */
export type Reach = 'reached' | 'seen';

/** What waits for prices of a pair. */
export interface Watched<Ref extends { userId: string }> {
  ref: Ref;
  id: string;
  /** Trades count from then on, UTC epoch ms by our clock. */
  since: number;
  levels: readonly WatchedLevel[];
}

const isAt = ({ price, above }: WatchedLevel, at: Big): boolean => (above ? at.gte(price) : at.lte(price));

const reaches = (level: WatchedLevel, { late }: Price): boolean => level.late === 'reaches' || !late;

/** The watched levels of one pair. A level stays until it is removed: each price beyond it counts. */
export class WatchBook<Ref extends { userId: string }> implements PriceBook {
  readonly #feed: PairFeed<WatchBook<Ref>>;
  readonly #onReached: (watched: Watched<Ref>, at: Price, reach: Reach) => void;
  readonly #above = new LevelIndex();
  readonly #below = new LevelIndex();
  readonly #slots = new Map<string, number>();
  readonly #watched = new Map<number, Watched<Ref>>();
  #nextSlot = 0;

  constructor(feed: PairFeed<WatchBook<Ref>>, onReached: (watched: Watched<Ref>, at: Price, reach: Reach) => void) {
    this.#feed = feed;
    this.#onReached = onReached;
  }

  get size(): number {
    return this.#watched.size;
  }

  all(): MapIterator<Watched<Ref>> {
    return this.#watched.values();
  }

  find(id: string): Watched<Ref> | null {
    const slot = this.#slots.get(id);
    return slot === undefined ? null : (this.#watched.get(slot) ?? null);
  }

  upsert(watched: Watched<Ref>): void {
    this.remove(watched.id);
    this.#feed.countFrom(watched.since);
    const slot = this.#nextSlot;
    this.#nextSlot += 1;
    this.#slots.set(watched.id, slot);
    this.#watched.set(slot, watched);
    for (const { price, above } of watched.levels) this.#indexOf(above).add(orderOf(price), slot);
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    const watched = slot === undefined ? undefined : this.#watched.get(slot);
    if (slot === undefined || !watched) return;
    for (const { price, above } of watched.levels) this.#indexOf(above).remove(orderOf(price), slot);
    this.#slots.delete(id);
    this.#watched.delete(slot);
  }

  move(price: number, { price: exact, time }: TradedPrice, late: boolean): void {
    if (price < this.#above.above(-Infinity) && price > this.#below.below(Infinity)) return;
    const slots = new Set([...this.#above.over(-Infinity, price), ...this.#below.under(price, Infinity)]);
    for (const slot of slots) {
      const watched = this.#watched.get(slot);
      if (watched) this.pass(watched, { price: exact, time, late });
    }
  }

  /** Looks at one price for one of them. */
  pass(watched: Watched<Ref>, at: Price): void {
    if (at.time < this.#feed.exchangeTime.theirs(watched.since)) return;
    const reached = watched.levels.filter((level) => isAt(level, at.price));
    if (reached.some((level) => reaches(level, at))) this.#onReached(watched, at, 'reached');
    else if (reached.some(({ late }) => late === 'seen')) this.#onReached(watched, at, 'seen');
  }

  mayMove({ low, high }: Range): boolean {
    return this.#above.above(-Infinity) <= high || this.#below.below(Infinity) >= low;
  }

  beginsWithin(from: number, to: number): boolean {
    const { exchangeTime } = this.#feed;
    return this.all().some(({ since }) => exchangeTime.theirs(since) >= from && exchangeTime.theirs(since) <= to);
  }

  clear(): void {
    for (const { id } of this.all()) this.remove(id);
  }

  #indexOf(above: boolean): LevelIndex {
    return above ? this.#above : this.#below;
  }
}
