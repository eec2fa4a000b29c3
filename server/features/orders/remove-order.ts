import type { Market } from '#contracts/symbol.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Orders } from './index.ts';
import { isLive } from './order-state.ts';
import { ordersStore, type OrderRow } from './orders.store.ts';

type Removed = { error: string | null };

function whyNot({ state }: OrderRow): string | null {
  if (state === 'sending' || state === 'unknown') {
    return 'This order is still being looked up on the exchange. It can be removed as soon as its state is known.';
  }
  return isLive(state) ? null : 'This entry is filled: it can be closed, not removed.';
}

/** Cancels an entry. What was filled of it before stays as a filled entry. */
export async function removeOrder(needs: Orders, userId: string, blockId: string): Promise<Removed> {
  const found = await ordersStore(needs.db, userId).byBlock(blockId);
  if (!found?.block.open) throw new Refusal('not-found', 'This order is not among your open orders.');
  const error = whyNot(found.order);
  return error ? { error } : cancelEntry(needs, found.order);
}

async function cancelEntry({ markets, keys, book }: Orders, order: OrderRow): Promise<Removed> {
  const key = await keys.byId(order.userId, order.keyId);
  const market = order.market as Market;
  if (!key || !markets.isOn(market))
    return { error: 'The key that placed this order is gone. Cancel it on the exchange.' };
  const cancellation = await markets.exchange(market).cancel(key.credentials, order);
  if (cancellation.outcome === 'rejected') return { error: cancellation.sentence };
  if (cancellation.outcome === 'unknown') {
    book.lookUp(order.clientOrderId);
    throw new Refusal(
      'exchange-failed',
      'The exchange did not answer. Whether the order was cancelled is being looked up; its row shows it.',
    );
  }
  await book.apply(cancellation.order);
  return { error: cancellation.order.state === 'filled' ? 'The order was filled before it could be cancelled.' : null };
}
