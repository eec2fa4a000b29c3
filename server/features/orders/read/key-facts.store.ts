import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { positions } from '../../../db/schema/orders.ts';

/** The block that each key of a person had a part in last. */
export function lastBlocks(db: Db, owner: string): Promise<{ keyId: string; blockId: string }[]> {
  const { keyId, blockId, createdAt, id } = positions;
  return db
    .selectDistinctOn([keyId], { keyId, blockId })
    .from(positions)
    .where(eq(positions.userId, owner))
    .orderBy(keyId, desc(createdAt), desc(id));
}
