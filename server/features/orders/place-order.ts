import type { PlaceOrder } from '#contracts/orders.ts';
import type { Side } from '#contracts/symbol.ts';
import { Refusal } from '../../lib/errors.ts';
import { newId } from '../../lib/id.ts';
import { entryTerms } from './entry-terms.ts';
import type { OrdersNeeds } from './index.ts';
import { ordersStore } from './orders.store.ts';

/** `TD` and the intent's id: 34 safe characters, recognisable on the exchange, never made twice (M-02). */
export const clientOrderIdOf = (orderId: string): string => `TD${orderId.replaceAll('-', '')}`;

export type Placed = { error: string; blockId: null } | { error: null; blockId: string };
const refused = (error: string): Placed => ({ error, blockId: null });

export const LOST_ANSWER =
  'The exchange did not answer. The order may have been placed: it is being looked up, and its row shows what became of it.';

/** Places an entry on the active main key. Throws `exchange-failed` when its fate is not known yet; the row stays. */
export async function placeOrder(
  needs: OrdersNeeds,
  userId: string,
  order: PlaceOrder & { section: Side },
): Promise<Placed> {
  const { db, clock, markets, keys, book, mayTrade } = needs;
  if (!mayTrade) {
    throw new Refusal(
      'unavailable',
      'Trading is off: the database runs with fsync off and could forget an order. Tell the operator.',
    );
  }
  const exchange = markets.exchange(order.market);
  const pair = markets.findExchangePair(order.market, order.symbolName);
  if (!exchange || !pair)
    return refused(`${order.market} does not trade ${order.symbolName.replace('_', '/').toUpperCase()}.`);
  const key = await keys.active(userId, order.market);
  if (!key) return refused('Add an API key first: a paper key takes one press.');
  const terms = entryTerms(pair, order.section, order);
  if ('error' in terms) return refused(terms.error);

  const orderId = newId();
  const blockId = newId();
  const clientOrderId = clientOrderIdOf(orderId);
  const block = {
    id: blockId,
    market: order.market,
    symbol: pair.symbol,
    section: order.section,
    counterEarning: order.counterEarning,
  };
  const finish = book.begin(clientOrderId, key.keyId);
  try {
    // Written before it is sent: a crash between the two leaves a row to reconcile.
    await ordersStore(db, userId).addIntent({
      block,
      order: { id: orderId, keyId: key.keyId, clientOrderId, ...terms },
      now: clock(),
    });
    book.watch(userId, key);
    const sent = { type: 'limit', clientOrderId, symbol: pair.symbol, side: order.section, ...terms } as const;
    const placement = await exchange.place(key.credentials, sent);
    if (placement.outcome === 'accepted') await book.apply(placement.order);
    if (placement.outcome === 'rejected') {
      await book.settle(clientOrderId, 'rejected', placement.sentence);
      return refused(placement.sentence);
    }
    if (placement.outcome === 'unknown') {
      await book.settle(clientOrderId, 'unknown', placement.reason);
      book.lookUp(clientOrderId);
      throw new Refusal('exchange-failed', LOST_ANSWER);
    }
    return { error: null, blockId };
  } finally {
    finish();
  }
}
