import type { Trade } from './prices.ts';

/** Some ten seconds of a whole market at its usual pace; minutes of a quiet one. */
const KEPT = 1 << 14;

/** The last trades of a market: an alert that is known here a moment after it was armed has not seen them. */
export class RecentTrades {
  readonly #trades: Trade[] = [];
  readonly #lastDropped = new Map<string, Trade>();
  #next = 0;
  /** Of what is not kept any more, the latest. */
  #forgotten = -Infinity;

  add(trade: Trade): void {
    const oldest = this.#trades[this.#next];
    if (oldest) {
      this.#lastDropped.set(oldest.symbol, oldest);
      if (oldest.time > this.#forgotten) this.#forgotten = oldest.time;
    }
    this.#trades[this.#next] = trade;
    this.#next = (this.#next + 1) & (KEPT - 1);
  }

  /** Whether all that were added are kept from a time on. */
  reachesBack(time: number): boolean {
    return this.#forgotten <= time;
  }

  /** Of one pair: the last one up to a time, and those after it, oldest first. */
  around(symbol: string, time: number): { before: Trade | null; after: Trade[] } {
    const inOrder = [...this.#trades.slice(this.#next), ...this.#trades.slice(0, this.#next)];
    const ofPair = inOrder.filter((trade) => trade.symbol === symbol);
    const before = ofPair.findLast((trade) => trade.time <= time) ?? this.#lastDropped.get(symbol);
    const after = ofPair.filter((trade) => trade.time > time);
    return { before: before && before.time <= time ? before : null, after };
  }
}
