import { and, eq, gte, isNull, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { positions } from '../../../db/schema/orders.ts';

/** A person's blocks that are open, or of which a part ended since (UTC epoch ms). */
export async function blocksSince(db: Db, owner: string, since: number): Promise<string[]> {
  const found = await db
    .selectDistinct({ blockId: positions.blockId })
    .from(positions)
    .where(and(eq(positions.userId, owner), or(isNull(positions.endedAt), gte(positions.endedAt, since))));
  return found.map(({ blockId }) => blockId);
}
