import { orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { Trade } from '../../../runtime/price-triggers/prices.ts';
import { numberOfTrade, symbolNumber } from '../../../runtime/price-triggers/symbol-number.ts';
import type { Pair } from '../../../runtime/price-triggers/watermarks.store.ts';
import { QuietTrades } from './quiet-trades.ts';
import type { WatchedConditions } from './watched-pair.ts';

/** Of one market, by symbol. */
class MarketPairs {
  readonly pairs = new Map<string, WatchedConditions>();
  /** Of a pair's noted trades, by `symbolNumber`; -1 for none. */
  readonly places: number[] = [];
  readonly #quiet: QuietTrades;

  constructor(quiet: QuietTrades) {
    this.#quiet = quiet;
  }

  take(trade: Trade): void {
    const place = this.places[numberOfTrade(trade)] ?? -1;
    if (place < 0) return;
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
    const number = symbolNumber(pair.symbol);
    while (places.length <= number) places.push(-1);
    places[number] = pair.noted.place;
  }

  delete(pair: WatchedConditions): void {
    const { pairs, places } = this.ofMarket(pair.market);
    pairs.delete(pair.symbol);
    places[symbolNumber(pair.symbol)] = -1;
    this.quiet.close(pair.noted.place);
  }

  clear(): void {
    for (const pair of this) this.delete(pair);
  }
}
