import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { TopicBody } from '#contracts/live.ts';
import type { Market } from '#contracts/symbol.ts';
import {
  balancesKey,
  type DepthNow,
  livePriceKey,
  marketDepth,
  marketInfo,
  marketPairs,
  marketsKey,
  marketTrades,
  type PriceNow,
} from './markets.queries.ts';

export function patchPrice(client: QueryClient, price: TopicBody<'market-price'>): void {
  const { market, symbol, delayedSince = null, ...now } = price;
  const queryKey = livePriceKey({ market: market as Market, symbolName: symbol });
  client.setQueryData<PriceNow>(queryKey, { ...now, delayedSince, receivedAt: Date.now() });
}

export function patchDepth(client: QueryClient, depth: TopicBody<'market-depth'>): void {
  const { queryKey }: { queryKey: QueryKey } = marketDepth({
    market: depth.market as Market,
    symbolName: depth.symbol,
  });
  client.setQueryData<DepthNow>(queryKey, { bids: depth.bids, asks: depth.asks, receivedAt: Date.now() });
}

/** As many as the panel lists. */
const KEPT_TRADES = 50;

export function patchTrades(client: QueryClient, { market, symbol, whole, trades }: TopicBody<'market-trades'>): void {
  const { queryKey } = marketTrades({ market: market as Market, symbolName: symbol });
  const fresh = trades.toReversed();
  client.setQueryData(queryKey, (before) => {
    if (whole) return fresh;
    const known = new Set(before?.map(({ id }) => id));
    return [...fresh.filter(({ id }) => !known.has(id)), ...(before ?? [])].slice(0, KEPT_TRADES);
  });
}

/** A pair was halted or trades again. */
export function patchPair(client: QueryClient, pair: TopicBody<'pair'>): void {
  const market = pair.market as Market;
  const { queryKey } = marketInfo({ market, symbolName: pair.name });
  client.setQueryData(queryKey, (info) => info && { ...info, symbol: pair });
  client.setQueryData(marketPairs(market).queryKey, (pairs) =>
    pairs?.map((each) => (each.name === pair.name ? pair : each)),
  );
}

export function balanceChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: balancesKey });
}

export function invalidateMarkets(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: marketsKey });
}

/** After a change of the active key, the old balances must not be shown. */
export function resetBalances(client: QueryClient): void {
  void client.resetQueries({ queryKey: balancesKey });
}
