import type { Big } from 'big.js';
import { max, min } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Trade } from '../../../exchanges/exchange.ts';
import type { BlockRef } from '../store/block-view.store.ts';

/** A price at which something is to be done: `above` where a trade at it or higher reaches it, else at it or lower. */
export interface Level {
  price: Big;
  above: boolean;
}
export interface Watched {
  ref: BlockRef;
  positionId: string;
  market: Market;
  symbol: string;
  levels: readonly Level[];
}
type Range = { low: Big; high: Big };

interface PairLevels {
  watched: Map<string, Watched>;
  /** The lowest level above and the highest below: a trade between them reaches nothing. Null until they are looked for. */
  nearest: { above: Big | null; below: Big | null } | null;
}

const isReached = ({ price, above }: Level, at: Big): boolean => (above ? at.gte(price) : at.lte(price));
const pairKey = (market: Market, symbol: string): string => `${market} ${symbol}`;
const nameOf = ({ levels }: Watched): string =>
  levels.map(({ price, above }) => `${price.toFixed()}${above}`).join(' ');

function nearestOf(watched: Iterable<Watched>): NonNullable<PairLevels['nearest']> {
  let [above, below]: (Big | null)[] = [null, null];
  for (const { levels } of watched) {
    for (const level of levels) {
      if (level.above && (!above || level.price.lt(above))) above = level.price;
      if (!level.above && (!below || level.price.gt(below))) below = level.price;
    }
  }
  return { above: above ?? null, below: below ?? null };
}

/** Levels that this process watches for positions. Every trade counts, however short the price was there. */
export class PriceWatch {
  readonly #pairs = new Map<string, PairLevels>();
  readonly #pairOf = new Map<string, string>();
  /** What was traded at or beyond a level of a position since it was last looked at. */
  readonly #reached = new Map<string, Range>();
  readonly #onReached: (ref: BlockRef, positionId: string) => void;

  constructor(onReached: (ref: BlockRef, positionId: string) => void) {
    this.#onReached = onReached;
  }

  /** Replaces what was watched for this position. */
  watch(of: Watched): void {
    const key = pairKey(of.market, of.symbol);
    const known = this.#pairs.get(key)?.watched.get(of.positionId);
    if (known && nameOf(known) === nameOf(of)) return;
    this.#leave(of.positionId);
    if (of.levels.length === 0) return;
    const pair = this.#pairs.get(key) ?? { watched: new Map(), nearest: null };
    pair.watched.set(of.positionId, of);
    pair.nearest = null;
    this.#pairs.set(key, pair);
    this.#pairOf.set(of.positionId, key);
  }

  /** Nothing of this position is watched any more, and what was reached is forgotten. */
  forget(positionId: string): void {
    this.#leave(positionId);
    this.#reached.delete(positionId);
  }

  /** The prices that reached a level since this was last asked. */
  take(positionId: string): Range | null {
    const range = this.#reached.get(positionId) ?? null;
    this.#reached.delete(positionId);
    return range;
  }

  trade(market: Market, { symbol, price }: Trade): void {
    const pair = this.#pairs.get(pairKey(market, symbol));
    if (!pair) return;
    pair.nearest ??= nearestOf(pair.watched.values());
    const { above, below } = pair.nearest;
    if (!(above && price.gte(above)) && !(below && price.lte(below))) return;
    for (const watched of pair.watched.values())
      if (watched.levels.some((level) => isReached(level, price))) this.#note(watched, price);
  }

  #note({ ref, positionId }: Watched, price: Big): void {
    const known = this.#reached.get(positionId);
    const low = known ? min(known.low, price) : price;
    const high = known ? max(known.high, price) : price;
    this.#reached.set(positionId, { low, high });
    if (!known) this.#onReached(ref, positionId);
  }

  #leave(positionId: string): void {
    const key = this.#pairOf.get(positionId);
    const pair = key === undefined ? undefined : this.#pairs.get(key);
    if (!pair || key === undefined) return;
    pair.watched.delete(positionId);
    pair.nearest = null;
    this.#pairOf.delete(positionId);
    if (pair.watched.size === 0) this.#pairs.delete(key);
  }
}
