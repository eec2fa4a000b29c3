import type { QueryClient } from '@tanstack/react-query';
import type { TopicBody } from '#contracts/live.ts';
import type { Market } from '#contracts/symbol.ts';
import { balancesKey, livePriceKey, marketsKey, type PriceNow } from './markets.queries.ts';

export function patchPrice(client: QueryClient, { market, symbol, price, time }: TopicBody<'market-price'>): void {
  const queryKey = livePriceKey({ market: market as Market, symbolName: symbol });
  client.setQueryData<PriceNow>(queryKey, { price, time, heardAt: Date.now() });
}

export function balanceChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: balancesKey });
}

export function readMarketsAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: marketsKey });
}
