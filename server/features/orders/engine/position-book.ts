import type { Big } from 'big.js';
import type { Target } from '../../../domain/position/exits.ts';
import type { Range } from '../../../runtime/price-triggers/candle-path.ts';
import { LevelIndex } from '../../../runtime/price-triggers/level-index.ts';
import type { PairFeed } from '../../../runtime/price-triggers/pair-feed.ts';
import type { Price, PriceBook } from '../../../runtime/price-triggers/price-book.ts';
import { orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { BlockRef } from '../store/block-view.store.ts';

/** A price at which this server acts: `above` where a trade at it or higher reaches it, else at it or lower. */
export interface Level {
  /** `peak`: a stop follows beyond it. */
  target: Target | 'peak';
  price: Big;
  above: boolean;
}

export interface Watched {
  ref: BlockRef;
  positionId: string;
  /** Trades count from then on, UTC epoch ms by our clock. */
  since: number;
  levels: readonly Level[];
}

export type PositionFeed = PairFeed<PositionBook>;

const isAt = ({ price, above }: Level, at: Big): boolean => (above ? at.gte(price) : at.lte(price));

/**
 * A stop that was reached in a gap is sold late, as the exchange would have sold it; a take profit is sold for its price
 * or better, so that only the price of now counts.
 */
const counts = ({ target }: Level, { late }: Price): boolean => target === 'stop-loss' || !late;

/** What a price means for a position: it reached a level, or it is only one that its stop follows. */
export type Reach = 'reached' | 'seen';

/** The watched levels of one pair's positions. A level stays until it is removed: each price beyond it counts. */
export class PositionBook implements PriceBook {
  readonly #feed: PositionFeed;
  readonly #onReached: (watched: Watched, price: Big, reach: Reach) => void;
  readonly #above = new LevelIndex();
  readonly #below = new LevelIndex();
  readonly #slots = new Map<string, number>();
  readonly #watched = new Map<number, Watched>();
  #nextSlot = 0;

  constructor(feed: PositionFeed, onReached: (watched: Watched, price: Big, reach: Reach) => void) {
    this.#feed = feed;
    this.#onReached = onReached;
  }

  get size(): number {
    return this.#watched.size;
  }

  all(): MapIterator<Watched> {
    return this.#watched.values();
  }

  find(positionId: string): Watched | null {
    const slot = this.#slots.get(positionId);
    return slot === undefined ? null : (this.#watched.get(slot) ?? null);
  }

  upsert(watched: Watched): void {
    this.remove(watched.positionId);
    this.#feed.countFrom(watched.since);
    const slot = this.#nextSlot;
    this.#nextSlot += 1;
    this.#slots.set(watched.positionId, slot);
    this.#watched.set(slot, watched);
    for (const { price, above } of watched.levels) this.#indexOf(above).add(orderOf(price), slot);
  }

  remove(positionId: string): void {
    const slot = this.#slots.get(positionId);
    const watched = slot === undefined ? undefined : this.#watched.get(slot);
    if (slot === undefined || !watched) return;
    for (const { price, above } of watched.levels) this.#indexOf(above).remove(orderOf(price), slot);
    this.#slots.delete(positionId);
    this.#watched.delete(slot);
  }

  move(price: number, at: Price): void {
    if (price < this.#above.above(-Infinity) && price > this.#below.below(Infinity)) return;
    const slots = new Set([...this.#above.over(-Infinity, price), ...this.#below.under(price, Infinity)]);
    for (const slot of slots) {
      const watched = this.#watched.get(slot);
      if (watched) this.pass(watched, at);
    }
  }

  /** Looks at one price for one position. */
  pass(watched: Watched, at: Price): void {
    if (at.time < this.#feed.exchangeTime.theirs(watched.since)) return;
    const reached = watched.levels.filter((level) => isAt(level, at.price));
    if (reached.some((level) => counts(level, at))) this.#onReached(watched, at.price, 'reached');
    else if (reached.some(({ target }) => target === 'peak')) this.#onReached(watched, at.price, 'seen');
  }

  mayMove({ low, high }: Range): boolean {
    return this.#above.above(-Infinity) <= high || this.#below.below(Infinity) >= low;
  }

  clear(): void {
    for (const { positionId } of this.all()) this.remove(positionId);
  }

  #indexOf(above: boolean): LevelIndex {
    return above ? this.#above : this.#below;
  }
}
