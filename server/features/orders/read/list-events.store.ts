import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { keys } from '../../../db/schema/keys.ts';
import { blockEvents, orderBlocks, positions } from '../../../db/schema/orders.ts';
import type { BlockRef } from '../store/block-view.store.ts';

/** A block's own story, oldest first; null when the person has no such block. */
export async function readEvents(db: Db, { userId, blockId }: BlockRef) {
  const [[block], events] = await Promise.all([
    db
      .select({ market: orderBlocks.market, symbol: orderBlocks.symbol })
      .from(orderBlocks)
      .where(and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId))),
    db
      .select({
        at: blockEvents.at,
        kind: blockEvents.kind,
        details: blockEvents.details,
        uid: positions.keyId,
        connectorName: keys.name,
      })
      .from(blockEvents)
      .leftJoin(positions, and(eq(positions.userId, blockEvents.userId), eq(positions.id, blockEvents.positionId)))
      .leftJoin(keys, and(eq(keys.userId, positions.userId), eq(keys.id, positions.keyId)))
      .where(and(eq(blockEvents.userId, userId), eq(blockEvents.blockId, blockId)))
      .orderBy(asc(blockEvents.at), asc(blockEvents.id)),
  ]);
  return block ? { block, events } : null;
}
export type EventsOf = NonNullable<Awaited<ReturnType<typeof readEvents>>>;
