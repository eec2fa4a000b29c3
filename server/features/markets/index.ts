import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { DAY } from '#contracts/rules/time.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { priceBetween } from '../../lib/price-between.ts';
import { findPairs } from './find-pairs.ts';
import { keepPrices, type PriceDeps } from './last-prices.ts';
import type { Halts } from './halts.ts';
import { haltedPair } from './halted-pair.ts';
import { presentPair } from './pair.ts';

export { createHalts } from './halts.ts';
export { haltSentence } from './halted-pair.ts';
export type { Publishes } from './last-prices.ts';
export { presentPair } from './pair.ts';
export { publishWatchedPairs } from './watched-pairs.ts';

/** How long a halted pair is still listed. */
const OFFERED_FOR = 30 * DAY;

/** The pairs of each market with their steps and last prices. */
export function createMarkets(deps: PriceDeps & { halts?: Pick<Halts, 'since'> }) {
  const { exchanges, clock } = deps;
  const haltedSince = (market: Market, symbol: string) => deps.halts?.since(market, symbol) ?? null;
  /** The value of one unit of an asset in USDT by last prices; null while no price is known. */
  const usdtOf = (market: Market, asset: string): Big | null =>
    priceBetween(asset, 'USDT', (symbol) => markets.lastPrice(market, symbol)?.price);
  const present = (market: Market, pair: ExchangePair): Pair =>
    presentPair(market, pair, {
      haltedSince: haltedSince(market, pair.symbol),
      usdtOf: (asset) => usdtOf(market, asset),
    });
  const isOffered = ({ status, haltedSince: since }: Pair): boolean =>
    status === 'trading' || (since !== null && clock() - since < OFFERED_FOR);
  /** The exchange still lists the last price of a pair that was delisted long ago. */
  const isCurrent = (market: Market, symbol: string): boolean => {
    const pair = exchanges.get(market)?.pairs().get(symbol);
    return pair !== undefined && isOffered(present(market, pair));
  };
  const markets = {
    names: (): Market[] => [...exchanges.keys()],
    isOn: (market: Market): boolean => exchanges.has(market),
    /** Throws for a market that is off. */
    exchange(market: Market): Exchange {
      const exchange = exchanges.get(market);
      if (!exchange) throw new Error(`the market ${market} is off`);
      return exchange;
    },
    ...findPairs(exchanges),
    present,
    usdtOf,
    ...haltedPair({ exchanges, present }),
    findPair(market: Market, name: string): Pair | null {
      const pair = markets.findExchangePair(market, name);
      return pair ? present(market, pair) : null;
    },
    /** 'xrp_usdt' for the exchange's XRPUSDT. */
    pairName(market: string, symbol: string): string | null {
      return MARKETS.some((known) => known === market)
        ? (markets.findPair(market as Market, symbol.toLowerCase())?.name ?? null)
        : null;
    },
    pairs(market: Market): Pair[] {
      const found = [...(exchanges.get(market)?.pairs().values() ?? [])].map((pair) => present(market, pair));
      return found.filter(isOffered).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
    ...keepPrices({ ...deps, isCurrent }),
  };
  return markets;
}
export type Markets = ReturnType<typeof createMarkets>;
