import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import { pathOf, unseenOf, widen, type Range } from './candle-path.ts';
import type { Candle, Trade } from './prices.ts';
import { LevelBook, type Armed, type Move, type Standing } from './level-book.ts';

export interface Price {
  price: Big;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
  /** Found afterwards, in the candles. */
  late: boolean;
}

interface Needs {
  market: Market;
  symbol: string;
  /** The pair's price step. */
  tick: Big;
  /** The last price that was evaluated, by this process or before. */
  last: { price: Big; time: number } | null;
  onMove: (feed: PairFeed, move: Move, at: Price) => void;
  clock: () => number;
}

type Seen = Range & { second: number };

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
  recovering = false;
  readonly #needs: Needs;
  #last: { price: Big; time: number } | null;
  /** The earliest arming, while no price was evaluated. */
  #since = Infinity;
  /** What was watched of the newest second. */
  #seen: Seen | null = null;
  #held: Trade[] | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.market = needs.market;
    this.symbol = needs.symbol;
    this.#last = needs.last;
    this.book = new LevelBook(needs.tick, needs.last?.price ?? null);
  }

  put(alert: Armed, { standing, armedAt }: { standing: Standing; armedAt: number }): void {
    this.#since = Math.min(this.#since, armedAt);
    this.book.put(alert, standing);
  }

  /** Null while what is missing is not read yet, or before the first price. */
  get watermark(): { price: Big; time: number } | null {
    return this.#held || this.unsettled > 0 ? null : this.#last;
  }

  /** From when on prices may be missing. */
  get missingSince(): number {
    return this.#last?.time ?? this.#since;
  }

  /** Something was missed: prices wait until `replay`. */
  hold(): void {
    this.gaps += 1;
    this.#held = [];
  }

  take(trade: Trade): void {
    if (this.#held) this.#held.push(trade);
    else this.#evaluate({ price: trade.price, time: trade.time, late: false });
  }

  /** The missed prices, then those that waited. */
  replay(candles: readonly Candle[]): void {
    const held = this.#held ?? [];
    const from = this.#last?.time ?? -Infinity;
    const seenBefore = this.#seen;
    for (const candle of candles) {
      const inside = held.filter(({ time }) => time >= candle.openTime && time <= candle.closeTime);
      const time = Math.max(candle.openTime, from);
      for (const price of this.#missed(candle, { from, seenBefore, inside }))
        this.#evaluate({ price, time, late: true });
    }
    this.release();
  }

  /** Goes on with what waited, as it is. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const trade of held) this.take(trade);
  }

  #missed(
    candle: Candle,
    { from, seenBefore, inside }: { from: number; seenBefore: Seen | null; inside: Trade[] },
  ): Big[] {
    const begun = candle.openTime <= from;
    if (!begun && inside.length === 0) return pathOf(candle);
    const end = inside.length === 0 ? [candle.close] : [];
    const before = seenBefore?.second === candle.openTime ? seenBefore : null;
    // After a restart nobody knows what was seen of the second in which we stopped.
    if (begun && !before) return end;
    let seen: Range | null = before;
    for (const { price } of inside) seen = widen(seen, price);
    return seen ? [...unseenOf(candle, seen), ...end] : end;
  }

  #evaluate(at: Price): void {
    const second = secondOf(at.time);
    this.#seen = { ...widen(this.#seen?.second === second ? this.#seen : null, at.price), second };
    this.#last = { price: at.price, time: Math.max(at.time, this.#last?.time ?? 0) };
    const move = this.book.move(at.price, { time: at.time, now: this.#needs.clock() });
    if (move.fired.length > 0 || move.rearmed.length > 0) this.#needs.onMove(this, move, at);
  }
}
