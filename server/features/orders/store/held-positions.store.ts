import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { orderBlocks, positions } from '../../../db/schema/orders.ts';
import { type BlockView, readViews } from './block-view.store.ts';

/** Asked of each account that trades. */
const openOfKey = prepared((db) => {
  const isOwn = eq(positions.userId, sql.placeholder('owner'));
  return db
    .select({ id: orderBlocks.id, symbol: orderBlocks.symbol, section: orderBlocks.section })
    .from(positions)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, positions.userId), eq(orderBlocks.id, positions.blockId)))
    .where(and(isOwn, eq(positions.keyId, sql.placeholder('keyId')), isNull(positions.endedAt)))
    .orderBy(orderBlocks.createdAt)
    .prepare('open_blocks_of_key');
});

/** Blocks in which a key of a person has a position that is not over. */
export async function heldBlocks(
  db: Db,
  owner: string,
  { keyId, holds }: { keyId: string; holds: (block: { symbol: string; section: 'buy' | 'sell' }) => boolean },
): Promise<BlockView[]> {
  const found = await openOfKey(db).execute({ owner, keyId });
  const ids = found.filter(holds).map(({ id }) => id);
  return readViews(db, owner, ids);
}
