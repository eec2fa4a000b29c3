import type { Trade } from './prices.ts';

/** Some ten seconds of a whole market at its usual pace; minutes of a quiet one. */
const KEPT = 1 << 14;

/** The last trades of a market: an alert that is known here a moment after it was armed has not seen them. */
export class RecentTrades {
  readonly #trades: Trade[] = [];
  #next = 0;
  /** Of what is not kept any more, the latest. */
  #forgotten = -Infinity;

  add(trade: Trade): void {
    const oldest = this.#trades[this.#next];
    if (oldest && oldest.time > this.#forgotten) this.#forgotten = oldest.time;
    this.#trades[this.#next] = trade;
    this.#next = (this.#next + 1) & (KEPT - 1);
  }

  /** Whether all that were added are kept from a time on. */
  reachesBack(time: number): boolean {
    return this.#forgotten <= time;
  }

  /** Of one pair, oldest first. */
  after(symbol: string, time: number): Trade[] {
    const inOrder = [...this.#trades.slice(this.#next), ...this.#trades.slice(0, this.#next)];
    return inOrder.filter((trade) => trade.symbol === symbol && trade.time > time);
  }
}
