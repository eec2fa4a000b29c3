import type { Trade } from './prices.ts';

/** Some ten seconds of a whole market at its usual pace; minutes of a quiet one. As many again are kept while these come. */
const KEPT = 1 << 14;

/** The last trades of a market: an alert that is known here a moment after it was armed has not seen them. */
export class RecentTrades {
  /** In the order in which they came. */
  #older: Trade[] = [];
  #newest: Trade[] = [];
  readonly #lastDropped = new Map<string, Trade>();
  /** Of what is not kept any more, the latest. */
  #forgotten = -Infinity;

  add(trade: Trade): void {
    this.#newest.push(trade);
    if (this.#newest.length === KEPT) this.#drop();
  }

  /** All at once, so that a trade itself costs next to nothing. */
  #drop(): void {
    const seen = new Set<string>();
    for (const trade of this.#older.toReversed()) {
      if (trade.time > this.#forgotten) this.#forgotten = trade.time;
      if (seen.has(trade.symbol)) continue;
      seen.add(trade.symbol);
      this.#lastDropped.set(trade.symbol, trade);
    }
    [this.#older, this.#newest] = [this.#newest, []];
  }

  /** Whether all that were added are kept from a time on. */
  reachesBack(time: number): boolean {
    return this.#forgotten <= time;
  }

  /** Of one pair: the last one up to a time, and those after it, oldest first. */
  around(symbol: string, time: number): { before: Trade | null; after: Trade[] } {
    const ofPair = [...this.#older, ...this.#newest].filter((trade) => trade.symbol === symbol);
    const before = ofPair.findLast((trade) => trade.time <= time) ?? this.#lastDropped.get(symbol);
    const after = ofPair.filter((trade) => trade.time > time);
    return { before: before && before.time <= time ? before : null, after };
  }
}
