import { and, eq } from 'drizzle-orm';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../../db/database.ts';
import { keys } from '../../../db/schema/keys.ts';
import { positions } from '../../../db/schema/orders.ts';

/** Whether the active main key of this market ever had an order, of whatever pair. */
export async function hasOrdered(db: Db, owner: string, market: Market): Promise<boolean> {
  const rows = await db
    .select({ id: positions.id })
    .from(positions)
    .innerJoin(keys, and(eq(keys.userId, positions.userId), eq(keys.id, positions.keyId)))
    .where(
      and(
        eq(positions.userId, owner),
        eq(positions.ordinal, 0),
        eq(keys.userId, owner),
        eq(keys.market, market),
        eq(keys.active, true),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
