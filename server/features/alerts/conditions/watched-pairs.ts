import { orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { Trade } from '../../../runtime/price-triggers/prices.ts';
import type { Pair } from '../../../runtime/price-triggers/watermarks.store.ts';
import { QuietTrades } from './quiet-trades.ts';
import type { WatchedConditions } from './watched-pair.ts';

/** Of one market, by symbol. */
class MarketPairs {
  readonly pairs = new Map<string, WatchedConditions>();
  readonly places = new Map<string, number>();
  readonly #quiet: QuietTrades;

  constructor(quiet: QuietTrades) {
    this.#quiet = quiet;
  }

  take(trade: Trade): void {
    const place = this.places.get(trade.symbol);
    if (place === undefined) return;
    const price = orderOf(trade.price);
    if (!this.#quiet.pass(place, price, trade)) this.pairs.get(trade.symbol)?.take(trade, price);
  }
}

/** Pairs that are watched, by market and symbol. */
export class WatchedPairs {
  readonly quiet = new QuietTrades();
  readonly #markets = new Map<string, MarketPairs>();

  *[Symbol.iterator](): Generator<WatchedConditions> {
    for (const { pairs } of this.#markets.values()) yield* pairs.values();
  }

  /** Also those that are added later. */
  ofMarket(market: string): MarketPairs {
    const found = this.#markets.get(market) ?? new MarketPairs(this.quiet);
    this.#markets.set(market, found);
    return found;
  }

  find({ market, symbol }: Pair): WatchedConditions | null {
    return this.#markets.get(market)?.pairs.get(symbol) ?? null;
  }

  isWatched(pair: WatchedConditions): boolean {
    return this.find(pair) === pair;
  }

  add(pair: WatchedConditions): void {
    const { pairs, places } = this.ofMarket(pair.market);
    pairs.set(pair.symbol, pair);
    places.set(pair.symbol, pair.noted.place);
  }

  delete(pair: WatchedConditions): void {
    const { pairs, places } = this.ofMarket(pair.market);
    pairs.delete(pair.symbol);
    places.delete(pair.symbol);
    this.quiet.close(pair.noted.place);
  }

  clear(): void {
    for (const pair of this) this.delete(pair);
  }
}
