import type { Trade } from './prices.ts';

/** Some ten seconds of a whole market at its usual pace; minutes of a quiet one. As many again are kept while these come. */
const KEPT = 1 << 14;

/** A pair's last trade, and which it was when a stretch began: that of the older half, and of what is not kept any more. */
export interface LastTrades {
  readonly symbol: string;
  newest: Trade | null;
  older: Trade | null;
  dropped: Trade | null;
}

const NO_TRADES = { newest: null, older: null, dropped: null };
const NO_TIMES = { newest: -Infinity, older: -Infinity, dropped: -Infinity };

export const noTrades = (symbol: string): LastTrades => ({ symbol, ...NO_TRADES });

/** The last trades of a market: an alert that is known here a moment after it was armed has not seen them. */
export class RecentTrades {
  readonly #pairs: LastTrades[] = [];
  /** In the order in which they came. */
  #older: Trade[] = [];
  #newest: Trade[] = [];
  /** The latest time, as each pair's last trade. */
  #times = { ...NO_TIMES };

  /** Once for each pair, before its first trade. */
  watch(pair: LastTrades): void {
    this.#pairs.push(pair);
  }

  add(trade: Trade, pair: LastTrades): void {
    this.#newest.push(trade);
    pair.newest = trade;
    const times = this.#times;
    if (trade.time > times.newest) times.newest = trade.time;
    if (this.#newest.length === KEPT) this.#drop();
  }

  /** A stretch at once, so that a trade itself costs next to nothing. */
  #drop(): void {
    for (const pair of this.#pairs) {
      pair.dropped = pair.older;
      pair.older = pair.newest;
    }
    const { newest, older } = this.#times;
    this.#times = { newest, older: newest, dropped: older };
    [this.#older, this.#newest] = [this.#newest, []];
  }

  clear(): void {
    for (const pair of this.#pairs) Object.assign(pair, NO_TRADES);
    this.#times = { ...NO_TIMES };
    this.#older = [];
    this.#newest = [];
  }

  /** Whether all that were added are kept from a time on. */
  reachesBack(time: number): boolean {
    return this.#times.dropped <= time;
  }

  /** Of one pair: the last one up to a time, and those after it, oldest first. */
  around({ symbol, dropped }: LastTrades, time: number): { before: Trade | null; after: Trade[] } {
    const kept = [this.#older, this.#newest].flatMap((trades) => trades.filter((trade) => trade.symbol === symbol));
    const before = kept.findLast((trade) => trade.time <= time) ?? dropped;
    const after = kept.filter((trade) => trade.time > time);
    return { before: before && before.time <= time ? before : null, after };
  }
}
