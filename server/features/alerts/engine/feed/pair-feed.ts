import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import { pathOf, rangeOf, unseenOf, widen } from './candle-path.ts';
import type { Candle, Trade } from './prices.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { AlertTable, Armed } from '../../levels/alert-table.ts';
import { crosses } from '../../levels/crossing.ts';
import { LevelBook, type Move, type Range, type Standing } from '../../levels/level-book.ts';
import { orderOf } from '../../levels/price-order.ts';

export interface Price {
  price: Big;
  /** The exchange's clock, UTC epoch ms; `ours` by our own. */
  time: number;
  ours: number;
  /** Found afterwards, in the candles. */
  late: boolean;
}

interface Deps {
  /** Of the whole engine. */
  table: AlertTable;
  market: Market;
  symbol: string;
  /** The pair's price step. */
  tick: Big;
  /** The last price that was evaluated, by this process or before. */
  last: { price: Big; time: number } | null;
  onMove: (feed: PairFeed, move: Move, at: Price) => void;
  clock: () => number;
  exchangeTime: ExchangeTime;
}

export interface Put {
  standing: Standing;
  /** By our clock; `before` is the last trade up to then, `missed` are those after it, which it has not seen. */
  armedAt: number;
  before?: Trade | null;
  missed?: readonly Trade[];
}

/** A trade that waits; `late` where it was heard before its pair was watched here. */
interface Held {
  trade: Trade;
  late: boolean;
}

/** What the exchange tells of a time that was not watched. */
export interface Missed {
  /** The last price up to then, where the pair had none. */
  before: Trade | null;
  /** Of the second in which it begins, where its candle would not do and is left out. */
  trades: readonly Trade[];
  candles: readonly Candle[];
  /** By the exchange's clock: up to then nothing is missing. */
  until: number;
}

const secondOf = (time: number): number => Math.floor(time / 1_000) * 1_000;

/** A pair with alerts: every price passes through its book once and in order, after a gap the missed ones first. */
export class PairFeed {
  readonly market: Market;
  readonly symbol: string;
  readonly book: LevelBook;
  /** Firings that are not written down yet: the watermark must not pass them. */
  unsettled = 0;
  /** Rises with every gap. */
  gaps = 0;
  /** What is missing will be read, or is being read. */
  recovering = false;
  readonly #deps: Deps;
  #lastPrice: Big | null;
  #lastTime: number;
  /** The earliest arming, while no price was evaluated. */
  #since = Infinity;
  /** What was watched of the newest second. */
  #seen: Range = { high: -Infinity, low: Infinity };
  #seenSecond = -Infinity;
  #held: Held[] | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.market = deps.market;
    this.symbol = deps.symbol;
    const { table, tick, clock, last, exchangeTime: times } = deps;
    this.#lastPrice = last?.price ?? null;
    this.#lastTime = last?.time ?? 0;
    this.book = new LevelBook({ table, tick, clock, times }, last && orderOf(last.price));
  }

  put(alert: Armed, { standing, armedAt, before = null, missed = [] }: Put): void {
    this.#since = Math.min(this.#since, this.#deps.exchangeTime.theirs(armedAt));
    this.book.put(alert, standing);
    const [first] = missed;
    // What waits for `replay` reaches it there.
    if (this.#held || standing.kind !== 'timed' || !first) return;
    if (first.time > this.evaluatedUntil) for (const trade of missed) this.take(trade);
    else {
      this.book.put(alert, { kind: 'sided' });
      this.passBy(alert, before ? [before, ...missed] : missed, false);
    }
  }

  /** Prices that the others have seen. The first sets its side. */
  passBy(alert: Armed, passed: readonly Trade[], late: boolean): void {
    const prices = passed.map(({ price }) => orderOf(price));
    const crossing = passed.find((_, at) => crosses(alert, prices[at - 1] ?? NaN, prices[at] ?? NaN));
    const fired = crossing && this.book.fire(alert);
    if (crossing && fired) this.#notify({ fired: [fired], rearmed: [] }, { ...crossing, late });
  }

  /** Null while what is missing is not read yet, or before the first price. */
  get watermark(): { price: Big; time: number } | null {
    if (this.#held || this.unsettled > 0 || this.#lastPrice === null) return null;
    return { price: this.#lastPrice, time: this.#lastTime };
  }

  /** -Infinity before the first price. */
  get evaluatedUntil(): number {
    return this.#lastPrice === null ? -Infinity : this.#lastTime;
  }

  /** From when on prices may be missing. */
  get missingSince(): number {
    return this.#lastPrice === null ? this.#since : this.#lastTime;
  }

  /** Something was missed: prices wait until `replay`. `heard` are trades since the last price, known all the same. */
  suspend(received: readonly Trade[] = []): void {
    this.gaps += 1;
    this.#held ??= received.map((trade) => ({ trade, late: true }));
  }

  take(trade: Trade): void {
    if (this.#held) this.#held.push({ trade, late: false });
    else this.#evaluate(trade.price, trade.time, false);
  }

  /**
   * The candle in which the missed prices begin, where nobody knows any more which of its prices were evaluated, as after
   * a restart, and where that matters.
   */
  unclearOf(candles: readonly Candle[]): Candle | null {
    const from = this.missingSince;
    const begun = candles.find(({ openTime, closeTime }) => openTime <= from && from < closeTime);
    if (!begun || begun.openTime === this.#seenSecond) return null;
    const range = rangeOf(begun);
    const whole = this.#lastPrice ? widen(range, orderOf(this.#lastPrice)) : range;
    return this.book.mayMove(whole, begun.closeTime) ? begun : null;
  }

  /** The missed prices, then those that waited. */
  replay({ before, trades, candles, until }: Missed): void {
    if (before && this.#lastPrice === null) this.#evaluate(before.price, before.time, true);
    const held = (this.#held ?? []).map(({ trade }) => trade);
    const from = this.evaluatedUntil;
    const seenBefore = { ...this.#seen, second: this.#seenSecond };
    const receivedFrom = held[0]?.time ?? Infinity;
    for (const { price, time } of trades) if (time > from && time < receivedFrom) this.#evaluate(price, time, true);
    for (const candle of candles) {
      const inside = held.filter(({ time }) => time >= candle.openTime && time <= candle.closeTime);
      const time = Math.max(candle.openTime, from);
      for (const price of this.#missed(candle, { from, seenBefore, inside })) this.#evaluate(price, time, true);
      this.#lastTime = Math.max(this.#lastTime, Math.min(candle.closeTime, until));
    }
    this.release();
  }

  /** Goes on with what waited, as it is. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { trade, late } of held) this.#evaluate(trade.price, trade.time, late);
  }

  #missed(
    candle: Candle,
    { from, seenBefore, inside }: { from: number; seenBefore: Range & { second: number }; inside: Trade[] },
  ): Big[] {
    const begun = candle.openTime <= from;
    if (!begun && inside.length === 0) return pathOf(candle);
    const end = inside.length === 0 ? [candle.close] : [];
    const before = seenBefore.second === candle.openTime ? seenBefore : null;
    // After a restart nobody knows what was seen of the second in which we stopped.
    if (begun && !before) return end;
    let seen: Range | null = before;
    for (const { price } of inside) seen = widen(seen, orderOf(price));
    return seen ? [...unseenOf(candle, seen), ...end] : end;
  }

  #evaluate(price: Big, time: number, late: boolean): void {
    const order = orderOf(price);
    this.#see(order, secondOf(time));
    this.#lastPrice = price;
    if (time > this.#lastTime) this.#lastTime = time;
    const move = this.book.move(order, time);
    if (move.fired.length > 0 || move.rearmed.length > 0) this.#notify(move, { price, time, late });
  }

  #notify(move: Move, at: Omit<Price, 'ours'>): void {
    this.#deps.onMove(this, move, { ...at, ours: this.#deps.exchangeTime.ours(at.time) });
  }

  #see(order: number, second: number): void {
    const seen = this.#seen;
    if (second !== this.#seenSecond) {
      this.#seenSecond = second;
      seen.high = order;
      seen.low = order;
      return;
    }
    if (order > seen.high) seen.high = order;
    if (order < seen.low) seen.low = order;
  }
}
