import type { ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import type { Mark } from '../../../runtime/price-triggers/pair-feed.ts';
import type { Trade } from '../../../runtime/price-triggers/prices.ts';
import { levelOf, orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { Pair } from '../../../runtime/price-triggers/watermarks.store.ts';
import type { History } from './history.ts';
import type { ConditionRow } from './condition-row.ts';
import type { Noted, PairConditions } from './pair-conditions.ts';
import type { QuietTrades } from './quiet-trades.ts';
import { replay } from './replay.ts';

export type MakeConditions = (pair: WatchedConditions) => PairConditions;

interface Context {
  make: MakeConditions;
  /** Up to when it was decided before. */
  last: Mark | null;
  quiet: QuietTrades;
}

/** A pair with alerts on conditions: its trades wait while what was missed is read. */
export class WatchedConditions implements Pair {
  readonly market: string;
  readonly symbol: string;
  /** Firings that are not written down yet: the mark must not pass them. */
  unsettled = 0;
  /** Rises with everything that asks for another reading. */
  wanted = 0;
  /** When bars were compared with the exchange's candles last, by their length: counted. */
  readonly turns = new Map<ClosingInterval, number>();
  readonly #make: MakeConditions;
  #conditions: PairConditions;
  readonly noted: Noted;
  #held: Trade[] | null = [];

  constructor({ market, symbol }: Pair, { make, last, quiet }: Context) {
    this.market = market;
    this.symbol = symbol;
    this.#make = make;
    this.noted = { trades: quiet, place: quiet.open() };
    if (last) this.#decided(orderOf(last.price), last.time);
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
    const time = this.decidedUntil;
    if (this.#held || this.unsettled > 0 || time === -Infinity) return null;
    return { price: levelOf(this.noted.trades.priceOf(this.noted.place)), time };
  }

  get decidedUntil(): number {
    return this.noted.trades.timeOf(this.noted.place);
  }

  /** Trades wait from now on; what came before is in the candles that are read next. */
  suspend(): void {
    this.#held = [];
    this.noted.trades.end(this.noted.place);
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
      this.#decided(look.price, time);
    }
  }

  /** One that was not noted as quiet; `price` as `orderOf` makes it. */
  take(trade: Trade, price: number): void {
    if (this.#held) {
      this.#held.push(trade);
      return;
    }
    const { price: exact, time, quantity = 0 } = trade;
    this.#conditions.look({ time, price, exact, late: false }, quantity);
    this.#decided(price, time);
  }

  tick(now: number): void {
    if (!this.#held) this.#conditions.tick(now);
  }

  clear(): void {
    this.#conditions.clear();
  }

  /** A trade that is older than the last one changes nothing about up to when all is decided. */
  #decided(price: number, time: number): void {
    this.noted.trades.looked(this.noted.place, { time, price });
  }
}
