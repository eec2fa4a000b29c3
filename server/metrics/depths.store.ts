import { count, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { deliveries } from '../db/schema/notifications.ts';
import { orderBlocks } from '../db/schema/orders.ts';

/** Queue lengths. */
export function depthsStore(db: Db) {
  return {
    deliveries: () =>
      db
        .select({ channel: deliveries.channel, held: deliveries.held, count: count() })
        .from(deliveries)
        .where(eq(deliveries.state, 'waiting'))
        .groupBy(deliveries.channel, deliveries.held),
    async dueBlocks(): Promise<number> {
      const [found] = await db.select({ count: count() }).from(orderBlocks).where(isNotNull(orderBlocks.dueAt));
      return found?.count ?? 0;
    },
  };
}
