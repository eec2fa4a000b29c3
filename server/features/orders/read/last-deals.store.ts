import { and, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { positions } from '../../../db/schema/orders.ts';
import { type BlockView, readViews } from '../store/block-view.store.ts';

/** The block that each key of a person had a part in last. */
export function lastBlocks(db: Db, owner: string): Promise<{ keyId: string; blockId: string }[]> {
  const { keyId, blockId, createdAt, id } = positions;
  return db
    .selectDistinctOn([keyId], { keyId, blockId })
    .from(positions)
    .where(eq(positions.userId, owner))
    .orderBy(keyId, desc(createdAt), desc(id));
}

/** The blocks that a copy key of a person had a part in last, the newest first. */
export async function lastCopied(db: Db, owner: string, of: { keyId: string; most: number }): Promise<BlockView[]> {
  const found = await db
    .select({ blockId: positions.blockId })
    .from(positions)
    .where(and(eq(positions.userId, owner), eq(positions.keyId, of.keyId), gt(positions.ordinal, 0)))
    .orderBy(desc(positions.createdAt), desc(positions.id))
    .limit(of.most);
  return readViews(
    db,
    owner,
    found.map(({ blockId }) => blockId),
  );
}
