import type { Trade } from './prices.ts';

/** Some ten seconds of a whole market at its usual pace; minutes of a quiet one. As many again are kept while these come. */
const KEPT = 1 << 14;

/** What is known of a pair's trades that are not kept any more. */
export interface Dropped {
  last: Trade | null;
}

/** Trades in the order in which they came; `pairs` has the pair of each at the same index. */
interface Stretch {
  trades: Trade[];
  pairs: Dropped[];
}

const emptyStretch = (): Stretch => ({ trades: [], pairs: [] });

/** The last trades of a market: an alert that is known here a moment after it was armed has not seen them. */
export class RecentTrades {
  #older = emptyStretch();
  #newest = emptyStretch();
  /** Of what is not kept any more, the latest. */
  #forgotten = -Infinity;

  add(trade: Trade, pair: Dropped): void {
    const { trades, pairs } = this.#newest;
    trades.push(trade);
    pairs.push(pair);
    if (trades.length === KEPT) this.#drop();
  }

  /** All at once, so that a trade itself costs next to nothing. */
  #drop(): void {
    const { trades, pairs } = this.#older;
    for (let at = 0; at < trades.length; at += 1) {
      const [trade, pair] = [trades[at], pairs[at]];
      if (!trade || !pair) continue;
      pair.last = trade;
      if (trade.time > this.#forgotten) this.#forgotten = trade.time;
    }
    [this.#older, this.#newest] = [this.#newest, emptyStretch()];
  }

  /** Whether all that were added are kept from a time on. */
  reachesBack(time: number): boolean {
    return this.#forgotten <= time;
  }

  /** Of one pair: the last one up to a time, and those after it, oldest first. */
  around(pair: Dropped, time: number): { before: Trade | null; after: Trade[] } {
    const kept = [this.#older, this.#newest].flatMap(({ trades, pairs }) =>
      trades.filter((_, at) => pairs[at] === pair),
    );
    const before = kept.findLast((trade) => trade.time <= time) ?? pair.last;
    const after = kept.filter((trade) => trade.time > time);
    return { before: before && before.time <= time ? before : null, after };
  }
}
