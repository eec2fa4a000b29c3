import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import { pathOf, type Range, rangeOf, unseenOf, widen } from './candle-path.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { PriceBook, TradedPrice } from './price-book.ts';
import { orderOf } from './price-order.ts';
import type { Candle, Trade } from './prices.ts';

/** The last price that was evaluated, by this process or before; `time` by the exchange's clock, UTC epoch ms. */
export interface Mark {
  price: Big;
  time: number;
}

export interface PairFeedContext<Book extends PriceBook> {
  market: Market;
  symbol: string;
  last: Mark | null;
  exchangeTime: ExchangeTime;
  createBook: (feed: PairFeed<Book>, last: Mark | null) => Book;
}

/** A trade that waits; `late` where it was received before its pair was watched here. */
interface Held {
  trade: Trade;
  late: boolean;
}

export type MissedPart = Candle | readonly Trade[];
const isTrades = (part: MissedPart): part is readonly Trade[] => Array.isArray(part);

/** Prices of a time that was not watched. */
export interface Missed {
  /** The last price up to then, where the pair had none. */
  before: Trade | null;
  /** One after the other: a candle, or the trades of a second whose candle would not do. */
  parts: readonly MissedPart[];
  /** By the exchange's clock: up to then nothing is missing. */
  until: number;
}

/** What was known before the missed prices: `held` are the trades that waited for them. */
interface Replaying {
  from: number;
  seenBefore: Range & { second: number };
  held: readonly Trade[];
}

const secondOf = (time: number): number => Math.floor(time / 1_000) * 1_000;
const isSecond = ({ openTime, closeTime }: Pick<Candle, 'openTime' | 'closeTime'>): boolean =>
  closeTime - openTime < 1_000;

/** A pair with levels: every price passes through its book once and in order, after a gap the missed ones first. */
export class PairFeed<Book extends PriceBook> {
  readonly market: Market;
  readonly symbol: string;
  readonly book: Book;
  /** What was found and is not written down yet: the watermark must not pass it. */
  unsettled = 0;
  /** Rises with every gap. */
  gaps = 0;
  /** What is missing will be read, or is being read. */
  recovering = false;
  readonly exchangeTime: ExchangeTime;
  #lastPrice: Big | null;
  #lastTime: number;
  /** The earliest level, while no price was evaluated. */
  #since = Infinity;
  /** What was watched of the newest second. */
  #seen: Range = { high: -Infinity, low: Infinity };
  #seenSecond = -Infinity;
  #held: Held[] | null = null;

  constructor({ market, symbol, last, exchangeTime, createBook }: PairFeedContext<Book>) {
    this.market = market;
    this.symbol = symbol;
    this.exchangeTime = exchangeTime;
    this.#lastPrice = last?.price ?? null;
    this.#lastTime = last?.time ?? 0;
    this.book = createBook(this, last);
  }

  /** A level counts from this time of our clock on: while the pair has no price, prices may be missing since then. */
  countFrom(time: number): void {
    this.#since = Math.min(this.#since, this.exchangeTime.theirs(time));
  }

  /** Prices wait until what was missed is read. */
  get isSuspended(): boolean {
    return this.#held !== null;
  }

  /** Null while what is missing is not read yet, or before the first price. */
  get watermark(): Mark | null {
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

  /** Something was missed: prices wait until `replay`. `received` are trades since the last price, known all the same. */
  suspend(received: readonly Trade[] = []): void {
    this.gaps += 1;
    this.#held ??= received.map((trade) => ({ trade, late: true }));
  }

  take(trade: Trade): void {
    if (this.#held) this.#held.push({ trade, late: false });
    else this.#evaluate(trade, false);
  }

  /**
   * Candles of which it is not known whether their prices count, where that matters: some were evaluated before, as after
   * a restart, or a level began within it.
   */
  unclearOf(candles: readonly Candle[]): Candle[] {
    const from = this.missingSince;
    const isBegun = ({ openTime, closeTime }: Candle): boolean => openTime <= from && from < closeTime;
    const isInPart = (candle: Candle): boolean => isBegun(candle) && candle.openTime !== this.#seenSecond;
    const anyBegins = this.book.beginsWithin(from, Infinity);
    const begins = ({ openTime, closeTime }: Candle): boolean =>
      anyBegins && isSecond({ openTime, closeTime }) && this.book.beginsWithin(openTime + 1, closeTime);
    return candles.filter((candle) => (isInPart(candle) || begins(candle)) && this.#mayMove(candle));
  }

  #mayMove(candle: Candle): boolean {
    const range = rangeOf(candle);
    const whole = this.#lastPrice ? widen(range, orderOf(this.#lastPrice)) : range;
    return this.book.mayMove(whole, candle.closeTime);
  }

  /** The missed prices, then those that waited. */
  replay({ before, parts, until }: Missed): void {
    if (before && this.#lastPrice === null) this.#evaluate(before, true);
    const held = (this.#held ?? []).map(({ trade }) => trade);
    const of = { from: this.evaluatedUntil, seenBefore: { ...this.#seen, second: this.#seenSecond }, held };
    for (const part of parts) {
      if (isTrades(part)) this.#replayTrades(part, of);
      else this.#replayCandle(part, until, of);
    }
    this.release();
  }

  /** Goes on with what waited, as it is. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { trade, late } of held) this.#evaluate(trade, late);
  }

  #replayTrades(trades: readonly Trade[], { from, held: [first] }: Replaying): void {
    const receivedFrom = first?.time ?? Infinity;
    for (const trade of trades) if (trade.time > from && trade.time < receivedFrom) this.#evaluate(trade, true);
  }

  #replayCandle(candle: Candle, until: number, of: Replaying): void {
    const time = Math.max(candle.openTime, of.from);
    for (const price of this.#missed(candle, of)) this.#evaluate({ price, time }, true);
    this.#lastTime = Math.max(this.#lastTime, Math.min(candle.closeTime, until));
  }

  #missed(candle: Candle, { from, seenBefore, held }: Replaying): Big[] {
    const inside = held.filter(({ time }) => time >= candle.openTime && time <= candle.closeTime);
    const begun = candle.openTime <= from;
    if (!begun && inside.length === 0) return pathOf(candle);
    const end = inside.length === 0 ? [candle.close] : [];
    const before = seenBefore.second === candle.openTime ? seenBefore : null;
    // After a restart it is not known which trades of the last second were seen.
    if (begun && !before) return end;
    let seen: Range | null = before;
    for (const { price } of inside) seen = widen(seen, orderOf(price));
    return seen ? [...unseenOf(candle, seen), ...end] : end;
  }

  #evaluate(at: TradedPrice, late: boolean): void {
    const { price, time } = at;
    const order = orderOf(price);
    this.#see(order, secondOf(time));
    this.#lastPrice = price;
    if (time > this.#lastTime) this.#lastTime = time;
    this.book.move(order, at, late);
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
