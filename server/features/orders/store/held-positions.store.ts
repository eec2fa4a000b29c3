import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { orderBlocks, positions } from '../../../db/schema/orders.ts';
import { type BlockView, readViews } from './block-view.store.ts';

/** Blocks in which a key of a person has a position that is not over. */
export async function heldBlocks(
  db: Db,
  owner: string,
  of: { keyId: string; holds: (block: { symbol: string; section: 'buy' | 'sell' }) => boolean },
): Promise<BlockView[]> {
  const found = await db
    .select({ id: orderBlocks.id, symbol: orderBlocks.symbol, section: orderBlocks.section })
    .from(positions)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, positions.userId), eq(orderBlocks.id, positions.blockId)))
    .where(and(eq(positions.userId, owner), eq(positions.keyId, of.keyId), isNull(positions.endedAt)))
    .orderBy(orderBlocks.createdAt);
  const ids = found.filter(of.holds).map(({ id }) => id);
  return readViews(db, owner, ids);
}
