import { and, count, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { botDealBlocks } from '../../../db/schema/bot-deals.ts';
import { botOrders, botRuns } from '../../../db/schema/bots.ts';
import { orders } from '../../../db/schema/orders.ts';
import type { OrderState } from '../../../domain/position/order-state.ts';

const RESTS: OrderState[] = ['open', 'partly-filled'];

/** Orders of running bots that rest on the exchanges: of levels, and entries of deals. */
export async function countResting(db: Db, owner: string): Promise<number> {
  const works = and(eq(botRuns.userId, owner), ne(botRuns.state, 'stopped'));
  const [ofLevels] = await db
    .select({ count: count() })
    .from(botOrders)
    .innerJoin(botRuns, and(eq(botRuns.userId, botOrders.userId), eq(botRuns.id, botOrders.runId)))
    .where(and(works, inArray(botOrders.state, RESTS)));
  const [ofDeals] = await db
    .select({ count: count() })
    .from(orders)
    .innerJoin(botDealBlocks, and(eq(botDealBlocks.userId, orders.userId), eq(botDealBlocks.blockId, orders.blockId)))
    .innerJoin(botRuns, and(eq(botRuns.userId, botDealBlocks.userId), eq(botRuns.id, botDealBlocks.runId)))
    .where(and(works, eq(orders.leg, 'entry'), inArray(orders.state, RESTS)));
  return (ofLevels?.count ?? 0) + (ofDeals?.count ?? 0);
}
