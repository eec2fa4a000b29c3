import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { botDealBlocks } from '../../../db/schema/bot-deals.ts';
import { orders } from '../../../db/schema/orders.ts';

/** the numbers of a run's deals of which an entry was refused, by us or by the exchange. */
export async function refusedDeals(
  db: Db,
  { userId, id: runId, keyId }: { userId: string; id: string; keyId: string },
): Promise<ReadonlySet<number>> {
  const isItsEntry = and(
    eq(orders.userId, botDealBlocks.userId),
    eq(orders.blockId, botDealBlocks.blockId),
    eq(orders.keyId, keyId),
    eq(orders.leg, 'entry'),
    eq(orders.state, 'rejected'),
  );
  const isOfRun = and(eq(botDealBlocks.userId, userId), eq(botDealBlocks.runId, runId));
  const refused = await db
    .selectDistinct({ deal: botDealBlocks.deal })
    .from(botDealBlocks)
    .leftJoin(orders, isItsEntry)
    .where(and(isOfRun, or(isNotNull(botDealBlocks.fault), isNotNull(orders.id))));
  return new Set(refused.map(({ deal }) => deal));
}
