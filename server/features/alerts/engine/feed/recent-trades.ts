import type { Trade } from './prices.ts';

/** Some ten seconds of a whole market at its usual pace; minutes of a quiet one. */
const KEPT = 1 << 14;

/** The last trades of a market: an alert that is known here a moment after it was armed has not seen them. */
export class RecentTrades {
  readonly #trades: Trade[] = [];
  #next = 0;

  add(trade: Trade): void {
    this.#trades[this.#next] = trade;
    this.#next = (this.#next + 1) & (KEPT - 1);
  }

  /** Of one pair, oldest first. */
  after(symbol: string, time: number): Trade[] {
    const inOrder = [...this.#trades.slice(this.#next), ...this.#trades.slice(0, this.#next)];
    return inOrder.filter((trade) => trade.symbol === symbol && trade.time > time);
  }
}
