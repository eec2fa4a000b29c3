import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import { addEvents, type BlockEvent, type NewOrder } from './work.store.ts';

/** A part that is closed on every key, as it is written down before anything is sent. */
export interface Part {
  rows: NewOrder[];
  /** Copies that stay whole, and why. */
  reasons: Map<string, string>;
  events: BlockEvent[];
  now: number;
  sendBefore: number;
}

/** Everything or nothing; a row that is there already is a duplicate. False where the block is ended or being closed. */
function addPart(db: Db, owner: string, of: Part & { blockId: string }): Promise<boolean> {
  const { blockId, rows, reasons, events, now, sendBefore } = of;
  const block = and(eq(orderBlocks.userId, owner), eq(orderBlocks.id, blockId));
  const theirs = (ids: readonly string[]) => and(eq(positions.userId, owner), inArray(positions.id, [...ids]));
  return db.transaction(async (tx) => {
    const { open, ending } = orderBlocks;
    const [found] = await tx.select({ open, ending }).from(orderBlocks).where(block).for('update');
    if (!found?.open || found.ending === 'close') return false;
    await tx.insert(orders).values(rows);
    const at = { updatedAt: now };
    const closing = rows.map(({ positionId }) => positionId);
    await tx
      .update(positions)
      .set({ ...at, sendBefore, reason: null })
      .where(theirs(closing));
    for (const [id, reason] of reasons)
      await tx
        .update(positions)
        .set({ ...at, reason })
        .where(theirs([id]));
    await tx
      .update(orderBlocks)
      .set({ ...at, dueAt: now })
      .where(block);
    await addEvents(tx, events);
    return true;
  });
}

export const partStore = (db: Db, owner: string) => ({
  add: (blockId: string, part: Part) => addPart(db, owner, { ...part, blockId }),
});
