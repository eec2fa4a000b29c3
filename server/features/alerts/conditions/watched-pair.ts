import type { Big } from 'big.js';
import type { Mark } from '../../../runtime/price-triggers/pair-feed.ts';
import type { Trade } from '../../../runtime/price-triggers/prices.ts';
import { orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { Pair } from '../../../runtime/price-triggers/watermarks.store.ts';
import type { History } from './history.ts';
import { type ConditionRow, PairConditions } from './pair-conditions.ts';
import { replay } from './replay.ts';

export type MakeConditions = (pair: WatchedConditions) => PairConditions;

/** A pair with alerts on conditions: its trades wait while what was missed is read. */
export class WatchedConditions implements Pair {
  readonly market: string;
  readonly symbol: string;
  /** Firings that are not written down yet: the mark must not pass them. */
  unsettled = 0;
  /** Rises with everything that asks for another reading. */
  wanted = 0;
  readonly #make: MakeConditions;
  #conditions: PairConditions;
  #held: Trade[] | null = [];
  #last: Mark | null;

  constructor({ market, symbol }: Pair, { make, last }: { make: MakeConditions; last: Mark | null }) {
    this.market = market;
    this.symbol = symbol;
    this.#make = make;
    this.#last = last;
    this.#conditions = make(this);
  }

  get conditions(): PairConditions {
    return this.#conditions;
  }

  get isSuspended(): boolean {
    return this.#held !== null;
  }

  /** Up to when everything was decided and written down; null while something is not. */
  get mark(): Mark | null {
    return this.#held || this.unsettled > 0 ? null : this.#last;
  }

  get decidedUntil(): number {
    return this.#last?.time ?? -Infinity;
  }

  /** Trades wait from now on; what came before is in the candles that are read next. */
  suspend(): void {
    this.#held = [];
  }

  /** Whatever was held is replaced by these alerts and what was missed; then the trades that waited. */
  resume(rows: readonly ConditionRow[], history: History): void {
    const held = this.#held ?? [];
    this.clear();
    this.#conditions = this.#make(this);
    replay(this.#conditions, { rows, history, mark: this.decidedUntil });
    this.#held = null;
    // Their volumes are in the candles, and so are prices of a time that these cover.
    const covered = history.prices.at(-1)?.closeTime ?? -Infinity;
    for (const { price: exact, time } of held) {
      const look = { time, price: orderOf(exact), exact, late: false };
      if (time > covered) this.#conditions.take(look);
      else this.#conditions.takeBars(look);
      this.#decided(exact, time);
    }
  }

  take(trade: Trade): void {
    if (this.#held) this.#held.push(trade);
    else this.#take(trade);
  }

  tick(now: number): void {
    if (!this.#held) this.#conditions.tick(now);
  }

  clear(): void {
    this.#conditions.clear();
  }

  #take({ price: exact, time, quantity }: Trade): void {
    const look = { time, price: orderOf(exact), exact, late: false };
    this.#conditions.take(look);
    if (quantity !== undefined) this.#conditions.takeVolume(look, quantity);
    this.#decided(exact, time);
  }

  #decided(price: Big, time: number): void {
    if (!this.#last) this.#last = { price, time };
    else if (time >= this.#last.time) {
      this.#last.price = price;
      this.#last.time = time;
    }
  }
}
