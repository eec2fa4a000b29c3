import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import { outsideStore } from './outside.store.ts';
import type { OutsideParts } from './scene.ts';

/** Orders that a gap may have hidden are looked up one by one; of more, the newest. */
const MOST_LOOKED_UP = 100;

interface Asked {
  userId: string;
  key: OpenKey;
  since: number;
}

export const placedAt = (order: ExchangeOrder): number => order.placedAt ?? order.updatedAt;

/** What was traded in a pair, by orders that the books do not have. */
async function tradedOrders(parts: OutsideParts, { userId, key, since }: Asked, symbol: string) {
  const exchange = parts.markets.exchange(key.market);
  const trades = await exchange.fills(key.credentials, { symbol });
  if (trades.outcome !== 'ok') return [];
  const known = await outsideStore(parts.db, userId).known(key.keyId, symbol);
  const fresh = trades.value.filter((fill) => fill.tradedAt >= since && !known.has(fill.exchangeOrderId));
  const ids = [...new Set(fresh.map(({ exchangeOrderId }) => exchangeOrderId))].slice(-MOST_LOOKED_UP);
  const orders: ExchangeOrder[] = [];
  for (const exchangeOrderId of ids) {
    const lookup = await exchange.find(key.credentials, { symbol, exchangeOrderId });
    if (lookup.outcome === 'found') orders.push(lookup.order);
  }
  return orders;
}

/** After a gap: what is in the book, and what was traded in pairs that have open blocks of such deals; oldest first. */
export async function missedOrders(parts: OutsideParts, asked: Asked): Promise<ExchangeOrder[]> {
  const { userId, key } = asked;
  const open = await parts.markets.exchange(key.market).openOrders(key.credentials);
  if (open.outcome !== 'ok') parts.log.warn({ keyId: key.keyId, open }, 'open orders could not be read after a gap');
  const symbols = await outsideStore(parts.db, userId).openSymbols(key.keyId);
  const traded = await Promise.all(symbols.map((symbol) => tradedOrders(parts, asked, symbol)));
  const found = [...(open.outcome === 'ok' ? open.value : []), ...traded.flat()];
  return found.toSorted((one, other) => placedAt(one) - placedAt(other));
}
