import type { PlaceOrder } from '#contracts/orders.ts';
import type { Side } from '#contracts/symbol.ts';
import { Refusal } from '../../lib/errors.ts';
import { newId } from '../../lib/id.ts';
import type { OpenKey } from '../keys/index.ts';
import { presentPair } from '../markets/index.ts';
import { entryTerms } from './entry-terms.ts';
import type { Orders } from './index.ts';
import { ordersStore, type BlockOrder, type Intent } from './orders.store.ts';

/** `TD` and the intent's id: 34 safe characters, recognisable on the exchange, never made twice (M-02). */
const clientOrderIdOf = (orderId: string): string => `TD${orderId.replaceAll('-', '')}`;

export type Placed =
  | { outcome: 'refused'; error: string }
  | { outcome: 'placed'; placed: BlockOrder }
  /** Sent, and its answer lost: the row stays and is looked up. */
  | { outcome: 'unknown'; blockId: string };

const refused = (error: string): Placed => ({ outcome: 'refused', error });

const TRADING_OFF = 'Trading is off: the database runs with fsync off and could forget an order. Tell the operator.';

export interface Orderer {
  userId: string;
  username: string;
}

/** Places an entry on the active main key. */
export async function placeOrder(
  orders: Orders,
  person: Orderer,
  order: PlaceOrder & { section: Side },
): Promise<Placed> {
  const { clock, markets, keys, mayTrade } = orders;
  if (!mayTrade) throw new Refusal('unavailable', TRADING_OFF);
  const pair = markets.findExchangePair(order.market, order.symbolName);
  if (!pair) return refused(`${order.market} does not trade ${order.symbolName.replace('_', '/').toUpperCase()}.`);
  const key = await keys.active(person.userId, order.market);
  if (!key) return refused('Add an API key first: a paper key takes one press.');
  const terms = entryTerms({ pair, shown: presentPair(order.market, pair) }, order.section, order);
  if ('error' in terms) return refused(terms.error);
  const id = newId();
  const { market, section, counterEarning } = order;
  const intent: Intent = {
    block: { id: newId(), market, symbol: pair.symbol, section, counterEarning },
    order: { id, keyId: key.keyId, clientOrderId: clientOrderIdOf(id), ...terms },
    now: clock(),
  };
  const finish = orders.book.begin(intent.order.clientOrderId, key.keyId);
  try {
    return await send(orders, { person, key, intent });
  } finally {
    finish();
  }
}

async function send(
  orders: Orders,
  { person, key, intent }: { person: Orderer; key: OpenKey; intent: Intent },
): Promise<Placed> {
  const { db, markets, book } = orders;
  const { block, order } = intent;
  const { clientOrderId, price, quantity } = order;
  const { userId, username } = person;
  const store = ordersStore(db, userId);
  // Written before it is sent: a crash between the two leaves a row to reconcile.
  const row = await store.addIntent(intent);
  book.watch(userId, key);
  const terms = { type: 'limit', clientOrderId, symbol: block.symbol, side: block.section, price, quantity } as const;
  const placement = await markets.exchange(block.market).place(key.credentials, terms);
  if (placement.outcome === 'accepted') {
    const known = { block: row, keyName: key.name, userName: username };
    const placed = (await book.apply(placement.order, known)) ?? (await store.byBlock(block.id));
    if (!placed) throw new Error(`block ${block.id} is gone`);
    return { outcome: 'placed', placed };
  }
  if (placement.outcome === 'rejected') {
    await book.settle(clientOrderId, 'rejected', placement.sentence);
    return refused(placement.sentence);
  }
  await book.settle(clientOrderId, 'unknown', placement.reason);
  book.lookUp(clientOrderId);
  return { outcome: 'unknown', blockId: block.id };
}
