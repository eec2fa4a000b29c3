import type { Range } from '../../../runtime/price-triggers/candle-path.ts';
import type { Mark, PairFeed } from '../../../runtime/price-triggers/pair-feed.ts';
import type { Price, PriceBook, TradedPrice } from '../../../runtime/price-triggers/price-book.ts';
import { orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { Trade } from '../../../runtime/price-triggers/prices.ts';
import type { Armed } from '../levels/alert-table.ts';
import { crosses } from '../levels/crossing.ts';
import { LevelBook, type LevelContext, type LevelState, type Move } from '../levels/level-book.ts';

export type AlertFeed = PairFeed<AlertBook>;

interface AlertBookContext extends Pick<LevelContext, 'table' | 'tick' | 'clock'> {
  feed: AlertFeed;
  last: Mark | null;
  onMove: (feed: AlertFeed, move: Move, at: Price) => void;
}

interface Upsert {
  state: LevelState;
  /** By our clock; `before` is the last trade up to then, `missed` are those after it, which the alert has not seen. */
  armedAt: number;
  before?: Trade | null;
  missed?: readonly Trade[];
}

/** The alerts of a pair, and what its prices do to them. */
export class AlertBook implements PriceBook {
  readonly levels: LevelBook;
  readonly #feed: AlertFeed;
  readonly #onMove: AlertBookContext['onMove'];

  constructor({ feed, table, tick, last, clock, onMove }: AlertBookContext) {
    this.#feed = feed;
    this.#onMove = onMove;
    this.levels = new LevelBook({ table, tick, clock, times: feed.exchangeTime }, last && orderOf(last.price));
  }

  get size(): number {
    return this.levels.size;
  }

  upsert(alert: Armed, { state, armedAt, before = null, missed = [] }: Upsert): void {
    const feed = this.#feed;
    feed.countFrom(armedAt);
    this.levels.upsert(alert, state);
    const [first] = missed;
    // While the feed is suspended, these trades come with those that it replays.
    if (feed.isSuspended || state.kind !== 'awaiting-baseline' || !first) return;
    if (first.time > feed.evaluatedUntil) for (const trade of missed) feed.take(trade);
    else {
      this.levels.upsert(alert, { kind: 'armed' });
      this.passBy(alert, before ? [before, ...missed] : missed, false);
    }
  }

  /** Prices that the pair's other alerts have seen. The first is this alert's baseline. */
  passBy(alert: Armed, passed: readonly Trade[], late: boolean): void {
    const prices = passed.map(({ price }) => orderOf(price));
    const crossing = passed.find((_, at) => crosses(alert, prices[at - 1] ?? NaN, prices[at] ?? NaN));
    const fired = crossing && this.levels.fire(alert);
    if (crossing && fired) this.#onMove(this.#feed, { fired: [fired], rearmed: [] }, { ...crossing, late });
  }

  move(price: number, { price: exact, time }: TradedPrice, late: boolean): void {
    const move = this.levels.move(price, time);
    if (move.fired.length > 0 || move.rearmed.length > 0) this.#onMove(this.#feed, move, { price: exact, time, late });
  }

  mayMove(range: Range, time: number): boolean {
    return this.levels.mayMove(range, time);
  }

  beginsWithin(from: number, to: number): boolean {
    return this.levels.beginsWithin(from, to);
  }

  clear(): void {
    for (const slot of this.levels.slots()) this.levels.removeAt(slot);
  }
}
