import type { Market, Side } from '#contracts/symbol.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Orders } from '../orders.ts';
import { type BlockView, readView, readViews } from '../store/block-view.store.ts';
import { workStore } from '../store/work.store.ts';
import { type Failure, hasLiveEntry, isHeld, mainOf, unsettledFault } from './change-intent.ts';
import { closeBlock, type Ended, removeBlock } from './end-block.ts';

export interface Which {
  market: Market;
  symbolName?: string | undefined;
  section?: Side | undefined;
  counterEarning?: boolean | undefined;
  blockIds?: readonly string[] | undefined;
}

export interface EndedBlock {
  blockId: string;
  error: string | null;
  failed: Failure[];
  /** Null where nothing was changed. */
  view: BlockView | null;
  how: 'closed' | 'removed';
}

/** So many blocks at once: each is an order or two on every key. */
const AT_ONCE = 10;

/** A person's open blocks of the active main key. */
export async function openViews(orders: Orders, userId: string, which: Which): Promise<BlockView[]> {
  const { market, symbolName, section, counterEarning } = which;
  const symbol = symbolName === undefined ? null : orders.markets.pairOf(market, symbolName).symbol;
  const key = await orders.keys.active(userId, market);
  const ids = (await workStore(orders.db).openOf(userId)).map(({ blockId }) => blockId);
  const views = ids.length > 0 ? await readViews(orders.db, userId, ids) : [];
  return views.filter(
    ({ block, positions: [main] }) =>
      main?.keyId === key?.keyId &&
      block.market === market &&
      (symbol === null || block.symbol === symbol) &&
      (section === undefined || block.section === section) &&
      (counterEarning === undefined || block.counterEarning === counterEarning),
  );
}

const outcome = (blockId: string, how: EndedBlock['how'], ended: Ended): EndedBlock =>
  ended.error === null
    ? { blockId, how, error: null, failed: ended.changed.failed, view: ended.changed.view }
    : { blockId, how, error: ended.error, failed: [], view: null };

const refusal = (error: unknown): { error: string } => {
  if (!(error instanceof Refusal)) throw error;
  return { error: error.message };
};

/** Where it cannot be closed now, what still waits of it is canceled all the same. */
async function closeHeld(orders: Orders, userId: string, view: BlockView): Promise<EndedBlock> {
  const blockId = view.block.id;
  const closed = outcome(
    blockId,
    'closed',
    await closeBlock(orders, userId, { blockId, targeted: true }).catch(refusal),
  );
  const isWaiting = view.positions.some(hasLiveEntry) && unsettledFault(mainOf(view)) === null;
  if (closed.error === null || !isWaiting) return closed;
  const removed = outcome(blockId, 'removed', await removeBlock(orders, userId, blockId));
  return { ...removed, error: closed.error };
}

async function cancelWaiting(orders: Orders, userId: string, { block: { id } }: BlockView): Promise<EndedBlock> {
  const removed = await removeBlock(orders, userId, id);
  // Filled while it was being canceled.
  const after = removed.error === null ? removed.changed.view : await readView(orders.db, { userId, blockId: id });
  return after?.block.open && isHeld(after) ? closeHeld(orders, userId, after) : outcome(id, 'removed', removed);
}

async function endOne(orders: Orders, userId: string, view: BlockView): Promise<EndedBlock> {
  try {
    return await (isHeld(view) ? closeHeld(orders, userId, view) : cancelWaiting(orders, userId, view));
  } catch (error) {
    return outcome(view.block.id, 'removed', refusal(error));
  }
}

/** Closes what holds something, cancels what waits; what one block is refused keeps no other from its end. */
export async function closeAll(orders: Orders, userId: string, which: Which): Promise<EndedBlock[]> {
  const chosen = which.blockIds && new Set(which.blockIds);
  const views = (await openViews(orders, userId, which)).filter(({ block }) => chosen?.has(block.id) ?? true);
  const ended: EndedBlock[] = [];
  for (let from = 0; from < views.length; from += AT_ONCE) {
    const some = views.slice(from, from + AT_ONCE);
    ended.push(...(await Promise.all(some.map((view) => endOne(orders, userId, view)))));
  }
  return ended;
}
