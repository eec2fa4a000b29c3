import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { FreeBefore } from './free-before.ts';
import { outsideStore } from './external.store.ts';
import type { ExternalDeps } from './deal-context.ts';

/** Orders that a gap may have hidden are looked up one by one; of more, the newest. */
const MOST_LOOKED_UP = 100;

/** Pairs without a block in which something may have been traded; with more of them, a trade could not be attributed. */
const MOST_PAIRS = 10;

interface Asked {
  userId: string;
  key: OpenKey;
  since: number;
  free: Pick<FreeBefore, 'changedSinceGap'>;
  /** The last event of this key that was received, by the exchange's clock. */
  receivedUntil: number;
}

export const placedAt = (order: ExchangeOrder): number => order.placedAt ?? order.updatedAt;

interface MissedOrders {
  orders: ExchangeOrder[];
  /** False where the exchange could not be asked just now: there may be more. */
  isWhole: boolean;
}

type Received = { outcome: 'rejected'; retryAfter?: number } | { outcome: 'ok' | 'found' | 'absent' | 'unknown' };
const isAnswered = (received: Received): boolean =>
  received.outcome === 'rejected' ? received.retryAfter === undefined : received.outcome !== 'unknown';

/** What was traded in a pair, by orders that the books do not have. */
async function tradedOrders(
  deps: ExternalDeps,
  { userId, key }: Asked,
  { symbol, since }: { symbol: string; since: number },
): Promise<MissedOrders> {
  const exchange = deps.markets.exchange(key.market);
  const trades = await exchange.fills(key.credentials, { symbol });
  if (trades.outcome !== 'ok') return { orders: [], isWhole: isAnswered(trades) };
  const known = await outsideStore(deps.db, userId).known(key.keyId, symbol);
  const fresh = trades.value.filter((fill) => fill.tradedAt >= since && !known.has(fill.exchangeOrderId));
  const ids = [...new Set(fresh.map(({ exchangeOrderId }) => exchangeOrderId))].slice(-MOST_LOOKED_UP);
  const found: MissedOrders = { orders: [], isWhole: true };
  for (const exchangeOrderId of ids) {
    const lookup = await exchange.find(key.credentials, { symbol, exchangeOrderId });
    if (lookup.outcome === 'found') found.orders.push(lookup.order);
    else found.isWhole &&= isAnswered(lookup);
  }
  return found;
}

/** Pairs of which there is more or less of both currencies than before. */
async function changedPairs({ markets }: ExternalDeps, { key, free }: Asked) {
  const exchange = markets.exchange(key.market);
  const answer = await exchange.balances(key.credentials);
  const changed = answer.outcome === 'ok' ? free.changedSinceGap(answer.value) : new Set();
  const pairs = [...exchange.pairs().values()].filter(({ base, counter }) => changed.has(base) && changed.has(counter));
  return { symbols: pairs.map(({ symbol }) => symbol).slice(0, MOST_PAIRS), isWhole: isAnswered(answer) };
}

/**
 * After a gap: what is in the book, and what was traded in pairs that have open blocks of such deals, or of which the
 * balances speak; oldest first.
 */
export async function missedOrders(deps: ExternalDeps, asked: Asked): Promise<MissedOrders> {
  const { userId, key } = asked;
  const open = await deps.markets.exchange(key.market).openOrders(key.credentials, undefined, 'check');
  const began = await outsideStore(deps.db, userId).openSince(key.keyId);
  const symbols = new Set(began.map(({ symbol }) => symbol));
  const changed = await changedPairs(deps, asked);
  const others = changed.symbols.filter((symbol) => !symbols.has(symbol));
  const places = [
    ...began.map(({ symbol, since }) => ({ symbol, since: Math.max(asked.since, since) })),
    ...others.map((symbol) => ({ symbol, since: Math.max(asked.since, asked.receivedUntil) })),
  ];
  const traded = await Promise.all(places.map((place) => tradedOrders(deps, asked, place)));
  const found = [...(open.outcome === 'ok' ? open.value : []), ...traded.flatMap(({ orders }) => orders)];
  return {
    orders: found.toSorted((one, other) => placedAt(one) - placedAt(other)),
    isWhole: isAnswered(open) && changed.isWhole && traded.every(({ isWhole }) => isWhole),
  };
}
