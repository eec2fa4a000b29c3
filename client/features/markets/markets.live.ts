import type { QueryClient } from '@tanstack/react-query';
import type { TopicBody } from '#contracts/live.ts';
import type { Market } from '#contracts/symbol.ts';
import { balancesKey, livePriceKey, marketInfo, marketPairs, marketsKey, type PriceNow } from './markets.queries.ts';

export function patchPrice(client: QueryClient, price: TopicBody<'market-price'>): void {
  const { market, symbol, delayedSince = null, ...now } = price;
  const queryKey = livePriceKey({ market: market as Market, symbolName: symbol });
  client.setQueryData<PriceNow>(queryKey, { ...now, delayedSince, receivedAt: Date.now() });
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
