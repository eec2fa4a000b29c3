import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { FreeBefore } from './free-before.ts';
import { outsideStore } from './outside.store.ts';
import type { OutsideParts } from './scene.ts';

/** Orders that a gap may have hidden are looked up one by one; of more, the newest. */
const MOST_LOOKED_UP = 100;

/** Pairs without a block in which something may have been traded; of more, nobody would be sure which is which. */
const MOST_PAIRS = 10;

interface Asked {
  userId: string;
  key: OpenKey;
  since: number;
  free: Pick<FreeBefore, 'changedSinceGap'>;
  /** The last that was heard of this key, by the exchange's clock. */
  heardUntil: number;
}

export const placedAt = (order: ExchangeOrder): number => order.placedAt ?? order.updatedAt;

/** What was traded in a pair, by orders that the books do not have. */
async function tradedOrders(
  parts: OutsideParts,
  { userId, key }: Asked,
  { symbol, since }: { symbol: string; since: number },
): Promise<ExchangeOrder[]> {
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

/** Pairs of which there is more or less of both currencies than before. */
async function changedPairs({ markets }: OutsideParts, { key, free }: Asked): Promise<string[]> {
  const exchange = markets.exchange(key.market);
  const answer = await exchange.balances(key.credentials);
  const changed = answer.outcome === 'ok' ? free.changedSinceGap(answer.value) : new Set();
  const pairs = [...exchange.pairs().values()].filter(({ base, counter }) => changed.has(base) && changed.has(counter));
  return pairs.map(({ symbol }) => symbol).slice(0, MOST_PAIRS);
}

/**
 * After a gap: what is in the book, and what was traded in pairs that have open blocks of such deals, or of which the
 * balances speak; oldest first.
 */
export async function missedOrders(parts: OutsideParts, asked: Asked): Promise<ExchangeOrder[]> {
  const { userId, key } = asked;
  const open = await parts.markets.exchange(key.market).openOrders(key.credentials);
  if (open.outcome !== 'ok') parts.log.warn({ keyId: key.keyId, open }, 'open orders could not be read after a gap');
  const symbols = await outsideStore(parts.db, userId).openSymbols(key.keyId);
  const others = (await changedPairs(parts, asked)).filter((symbol) => !symbols.includes(symbol));
  const since = Math.max(asked.since, asked.heardUntil);
  const places = [
    ...symbols.map((symbol) => ({ symbol, since: asked.since })),
    ...others.map((symbol) => ({ symbol, since })),
  ];
  const traded = await Promise.all(places.map((place) => tradedOrders(parts, asked, place)));
  const found = [...(open.outcome === 'ok' ? open.value : []), ...traded.flat()];
  return found.toSorted((one, other) => placedAt(one) - placedAt(other));
}
