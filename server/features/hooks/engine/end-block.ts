import { refusedClose } from '../../../domain/position/attempts.ts';
import { entryOf as entryIn } from '../../../domain/position/books.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type BlockView, readViews } from '../../orders/index.ts';
import type { HookEngineDeps } from '../deps.ts';
import { entryOf } from '../signals.store.ts';
import type { Acting } from './outcome.ts';

/** States of an entry of which it is not known yet whether the exchange has it. */
export const IN_FLIGHT = new Set(['planned', 'sending', 'unknown']);

export const LOOKED_UP = 'Its entry is still being looked up on the exchange.';
export const CLOSE_FIRST = 'The exchange refused to close this block. Send a close again first.';

/** Whether an entry of an open block has begun to fill on any key. */
const isBought = ({ block, positions }: BlockView): boolean =>
  block.open && positions.some((one) => one.row.endedAt === null && entryIn(one)?.filledQuantity.gt(0));

/** Why the exchange refused what the main key's part last sold of a block; null where it did not. */
export function refusalOf({ positions: [main] }: BlockView): string | null {
  const order = main?.row.endedAt === null ? refusedClose(main) : null;
  return order && (order.reason ?? 'The exchange refused the order.');
}

/** Closes what a block holds, or cancels its entry; a sentence where neither could be done now. */
async function closeOrRemove(
  { db, orders }: HookEngineDeps,
  userId: string,
  blockId: string,
): Promise<{ waits: string } | { refused: string } | null> {
  const [view] = await readViews(db, userId, [blockId]);
  const isEnding = view?.intent.ending === 'close' && refusalOf(view) === null;
  if (!view?.block.open || isEnding) return null;
  const close = async () => {
    const closed = await orders.close(userId, { blockId, targeted: true });
    if (closed.error !== null) return { waits: closed.error };
    const refused = refusalOf(closed.changed.view);
    return refused === null ? null : { refused };
  };
  if (isBought(view)) return close();
  const removed = await orders.remove(userId, blockId);
  // Filled, wholly or in part, while it was being canceled.
  const isOver = removed.error === null && !isBought(removed.changed.view);
  return isOver ? null : close();
}

/** Null once it is ended or ending, also by an earlier attempt; what cannot be ended now is tried again. */
export async function endBlock(
  deps: HookEngineDeps,
  { hook, template, row }: Acting,
  blockId: string,
): Promise<string | null> {
  const { userId } = hook;
  const entry = await entryOf(deps.db, { userId, blockId });
  if (entry && IN_FLIGHT.has(entry.state)) throw new Refusal('unavailable', LOOKED_UP);
  try {
    const fault = await closeOrRemove(deps, userId, blockId);
    if (fault && 'waits' in fault) throw new Refusal('unavailable', fault.waits);
    if (!fault) return null;
    // Refused since its pair is halted, it is tried again; refused for another reason, it is over.
    const halt = row.symbol === null ? null : await deps.markets.haltOf(template.market, row.symbol);
    if (halt) throw new Refusal('unavailable', fault.refused);
    return fault.refused;
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Refusal) || error.code !== 'not-found') throw error;
  }
  return null;
}
