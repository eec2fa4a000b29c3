import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#contracts/rules/time.ts';
import type { ExchangeOrder } from '../../../../exchanges/exchange.ts';
import type { OpenKey } from '../../../keys/index.ts';
import type { EngineContext } from '../../orders.ts';
import { isOurs } from '../../store/external-name.ts';
import { outsideStore } from '../external.store.ts';
import { type KeyToAsk, type LastKnown, lastKnown } from './found-orders.store.ts';
import { AGAIN_AFTER, TRIES } from './list-names.ts';

/** A backup holds what was written until it was taken: what was traded a little before that is looked at as well, ms. */
const BEFORE_LAST_KNOWN = MINUTE;

type FoundDeps = Pick<EngineContext, 'db' | 'markets' | 'facts' | 'bots'>;
export interface Asked extends KeyToAsk {
  key: OpenKey;
}

/** Rests now; asked again until the exchange says so. */
async function restingOrders(
  { markets }: FoundDeps,
  { key }: Asked,
  { known, signal }: { known: readonly LastKnown[]; signal: AbortSignal },
): Promise<ExchangeOrder[]> {
  const likely = known.map(({ symbol }) => symbol);
  for (let count = 1; count <= TRIES;) {
    const answer = await markets.exchange(key.market).allOpenOrders(key.credentials, likely);
    if (answer.outcome === 'ok') return answer.value;
    const isRefused = answer.outcome === 'rejected';
    if (isRefused && answer.retryAfter === undefined) return [];
    // While the exchange's limit is used up nothing was asked: that is no try.
    if (!isRefused) count += 1;
    await sleep(isRefused ? answer.retryAfter : AGAIN_AFTER, undefined, { signal });
  }
  throw new Error('The exchange did not say which orders are open.');
}

/** What was traded since the books' last word, in the pairs that they or the open orders speak of. */
async function tradedOrders(
  { db, markets }: FoundDeps,
  { key, userId, keyId }: Asked,
  { known, symbols }: { known: readonly LastKnown[]; symbols: ReadonlySet<string> },
): Promise<ExchangeOrder[]> {
  const since = Math.max(0, ...known.map(({ at }) => at)) - BEFORE_LAST_KNOWN;
  const exchange = markets.exchange(key.market);
  const found: ExchangeOrder[] = [];
  for (const symbol of symbols) {
    const trades = await exchange.fills(key.credentials, { symbol });
    if (trades.outcome !== 'ok') continue;
    const inBooks = await outsideStore(db, userId).known(keyId, symbol);
    const fresh = trades.value.filter((fill) => fill.tradedAt >= since && !inBooks.has(fill.exchangeOrderId));
    for (const exchangeOrderId of new Set(fresh.map((fill) => fill.exchangeOrderId))) {
      const lookup = await exchange.find(key.credentials, { symbol, exchangeOrderId });
      if (lookup.outcome === 'found') found.push(lookup.order);
    }
  }
  return found;
}

async function isUnknown({ facts, bots }: FoundDeps, order: ExchangeOrder): Promise<boolean> {
  const { clientOrderId } = order;
  if (!isOurs(order) || (await facts.store.byClientOrderId(clientOrderId)) !== null) return false;
  return !(await bots.ownsOrder(clientOrderId));
}

/** What a bot of levels has placed, it finds again itself. */
async function notInBooks(
  deps: FoundDeps,
  { userId, keyId }: Asked,
  all: readonly ExchangeOrder[],
): Promise<ExchangeOrder[]> {
  const unknown: ExchangeOrder[] = [];
  for (const order of all) if (await isUnknown(deps, order)) unknown.push(order);
  if (unknown.length === 0) return [];
  const isOfBot = await deps.bots.laterOrders(userId, keyId);
  return unknown.filter(({ clientOrderId }) => !isOfBot(clientOrderId));
}

/** Orders of ours that the exchange has of this key and the books have not. */
export async function ordersWithoutRow(deps: FoundDeps, asked: Asked, signal: AbortSignal): Promise<ExchangeOrder[]> {
  const known = await lastKnown(deps.db, asked);
  const open = await restingOrders(deps, asked, { known, signal });
  const symbols = new Set([...open, ...known].map(({ symbol }) => symbol));
  const traded = await tradedOrders(deps, asked, { known, symbols });
  const all = new Map([...traded, ...open].map((order) => [order.clientOrderId, order]));
  return notInBooks(deps, asked, [...all.values()]);
}
