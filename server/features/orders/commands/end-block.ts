import { hasExits } from '../../../domain/position/exits.ts';
import type { Orders } from '../orders.ts';
import { intentOf } from '../intent.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import { entryOf } from '../../../domain/position/books.ts';
import { unsellableFault } from './unsellable.ts';
import {
  type Changed,
  type Failure,
  changeIntent,
  hasLiveEntry,
  isHeld,
  mainOf,
  openBlock,
  unsettledFault,
} from './change-intent.ts';

export type Ended = { error: string } | { error: null; changed: Changed };

const UNSURE = 'This order is still being looked up on the exchange. It can be removed as soon as its state is known.';
const IS_CLOSING = 'This block is being closed: its entry is canceled with that.';

const haltOf = ({ markets }: Orders, { block }: BlockView) => markets.haltOf(block.market, block.symbol);

async function whyStillOpen(orders: Orders, view: BlockView, failure: Failure): Promise<string> {
  const halt = await haltOf(orders, view);
  return halt
    ? `${halt.sentence} The entry could not be canceled: it is canceled as soon as the exchange takes that.`
    : failure.error;
}

const isTargeted = (view: BlockView, position: PositionView): boolean =>
  position.row.endedAt === null && hasExits(intentOf(view, position));

/** Why nothing can be closed on a pair that does not trade, and what can be done; null while it trades. */
async function closingFault(orders: Orders, view: BlockView, hasTargets: boolean): Promise<string | null> {
  const halt = await haltOf(orders, view);
  if (!halt) return null;
  return halt.status === 'cancel-only' && hasTargets
    ? `${halt.sentence} This block cannot be closed now. Its targets stay, and can be removed.`
    : `${halt.sentence} This block cannot be closed now: it stays as it is until the pair trades again.`;
}

/** Cancels an entry on every key. What was filled of it before stays as a filled entry. */
export async function removeBlock(orders: Orders, userId: string, blockId: string): Promise<Ended> {
  const view = await openBlock(orders, userId, blockId);
  const entry = entryOf(mainOf(view));
  if (entry?.state === 'sending' || entry?.state === 'unknown') return { error: UNSURE };
  if (!view.positions.some(hasLiveEntry)) return { error: 'This entry is filled: it can be closed, not removed.' };
  const changed = await changeIntent(orders, view, { ending: 'remove' });
  if (changed.view.intent.ending === 'close') return { error: IS_CLOSING };
  const after = entryOf(mainOf(changed.view));
  const [failure] = changed.failed;
  if (failure && failure.uid === mainOf(view).keyId) return { error: await whyStillOpen(orders, view, failure) };
  if (after?.state === 'filled') return { error: 'The order was filled before it could be canceled.' };
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
  if (!isHeld(view)) return { error: 'This entry has not begun to fill: it can be removed, not closed.' };
  const unsettled = unsettledFault(mainOf(view));
  if (unsettled !== null) return { error: unsettled };
  const hasTargets = view.positions.some((position) => isTargeted(view, position));
  if (hasTargets && !of.targeted)
    return { error: 'This block has targets: they are canceled first, by the other close.' };
  const halted = await closingFault(orders, view, hasTargets);
  if (halted !== null) return { error: halted };
  const unsellable = await unsellableFault(orders, view);
  if (unsellable !== null) return { error: unsellable };
  return { error: null, changed: await changeIntent(orders, view, { ending: 'close' }) };
}
