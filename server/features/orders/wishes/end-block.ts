import type { Orders } from '../index.ts';
import { wishOf } from '../store/block-view.store.ts';
import { entryOf } from '../life/fold.ts';
import { type Changed, changeWish, hasLiveEntry, mainOf, openBlock, unsettledFault } from './change-wish.ts';

export type Ended = { error: string } | { error: null; changed: Changed };

const UNSURE = 'This order is still being looked up on the exchange. It can be removed as soon as its state is known.';

/** Cancels an entry on every key. What was filled of it before stays as a filled entry. */
export async function removeBlock(orders: Orders, userId: string, blockId: string): Promise<Ended> {
  const view = await openBlock(orders, userId, blockId);
  const entry = entryOf(mainOf(view));
  if (entry?.state === 'sending' || entry?.state === 'unknown') return { error: UNSURE };
  if (!view.positions.some(hasLiveEntry)) return { error: 'This entry is filled: it can be closed, not removed.' };
  const changed = await changeWish(orders, view, { ending: 'remove' });
  const after = entryOf(mainOf(changed.view));
  const [failure] = changed.failed;
  if (failure && failure.uid === mainOf(view).keyId) return { error: failure.error };
  if (after?.state === 'filled') return { error: 'The order was filled before it could be cancelled.' };
  return { error: null, changed };
}

/** Sells, or buys back, at market what a block holds on every key; its targets are cancelled first. */
export async function closeBlock(
  orders: Orders,
  userId: string,
  of: { blockId: string; targeted: boolean },
): Promise<Ended> {
  const view = await openBlock(orders, userId, of.blockId);
  orders.trading.mustBeOpen(userId);
  const entry = entryOf(mainOf(view));
  if (!entry || entry.filledQuantity.eq(0))
    return { error: 'This entry has not begun to fill: it can be removed, not closed.' };
  const unsettled = unsettledFault(mainOf(view));
  if (unsettled !== null) return { error: unsettled };
  const { takeProfit, stopLoss } = wishOf(view, mainOf(view));
  const hasTargets = takeProfit !== null || stopLoss !== null;
  if (hasTargets && !of.targeted)
    return { error: 'This block has targets: they are cancelled first, by the other close.' };
  return { error: null, changed: await changeWish(orders, view, { ending: 'close' }) };
}
