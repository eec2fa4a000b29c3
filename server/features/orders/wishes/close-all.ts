import type { Market, Side } from '#contracts/symbol.ts';
import { Refusal } from '../../../lib/errors.ts';
import { entryOf } from '../life/fold.ts';
import type { Orders } from '../orders.ts';
import { type BlockView, readViews } from '../store/block-view.store.ts';
import { type Failure, mainOf } from './change-wish.ts';
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
  const ids = (await orders.engine.facts.store.openOf(userId)).map(({ blockId }) => blockId);
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

const isFilled = (view: BlockView): boolean => entryOf(mainOf(view))?.filledQuantity.gt(0) ?? false;

async function endOne(orders: Orders, userId: string, view: BlockView): Promise<EndedBlock> {
  const blockId = view.block.id;
  const how = isFilled(view) ? 'closed' : 'removed';
  const end = (): Promise<Ended> =>
    how === 'closed' ? closeBlock(orders, userId, { blockId, targeted: true }) : removeBlock(orders, userId, blockId);
  try {
    const ended = await end();
    if (ended.error !== null) return { blockId, how, error: ended.error, failed: [], view: null };
    return { blockId, how, error: null, failed: ended.changed.failed, view: ended.changed.view };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { blockId, how, error: error.message, failed: [], view: null };
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
