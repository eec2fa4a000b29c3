import type { CoinbasePair } from './coinbase-market-data.ts';
import { symbolOf } from './coinbase-messages.ts';

export interface SharedBooks {
  /** The products to subscribe to: one for each book. */
  ids: readonly string[];
  /** The product that a book's trades are reported of, by the name of any that shares it. */
  id(productId: string): string;
  /** The pairs that trade in the book of a product. */
  symbols(productId: string): readonly string[];
}

/**
 * Public channels report a product that is an alias under the name of the one it is an alias of, BTC-USDC as BTC-USD, in
 * the confirmation of a subscription as well: https://docs.cdp.coinbase.com/coinbase-app/advanced-trade-apis/websocket/websocket-channels
 */
export function sharedBooks(pairs: Iterable<CoinbasePair>): SharedBooks {
  const all = [...pairs];
  const aliases = new Map(all.flatMap(({ productId, aliasTo }) => aliasTo.map((alias) => [alias, productId] as const)));
  for (const { productId, alias } of all) if (alias !== '') aliases.set(productId, alias);
  const id = (productId: string): string => aliases.get(productId) ?? productId;
  const books = Map.groupBy(all, ({ productId }) => id(productId));
  const symbols = new Map([...books].map(([book, sharing]) => [book, sharing.map(({ symbol }) => symbol)]));
  return {
    ids: [...books.keys()],
    id,
    symbols: (productId) => symbols.get(id(productId)) ?? [symbolOf(productId)],
  };
}
