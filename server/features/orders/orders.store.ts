import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Market, Side } from '#contracts/symbol.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { keys } from '../../db/schema/keys.ts';
import { orderBlocks, orders } from '../../db/schema/orders.ts';

export type OrderRow = typeof orders.$inferSelect;
export type BlockRow = typeof orderBlocks.$inferSelect;
export interface BlockOrder {
  block: BlockRow;
  order: OrderRow;
  keyName: string;
  userName: string;
}

export interface Intent {
  block: { id: string; market: Market; symbol: string; section: Side; counterEarning: boolean };
  order: { id: string; keyId: string; clientOrderId: string; price: Big; quantity: Big };
  now: number;
}

const columns = { block: orderBlocks, order: orders, keyName: keys.name, userName: users.username };

const blockOrders = (db: Db) =>
  db
    .select({ ...columns, total: sql<string>`count(*) over ()` })
    .from(orders)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, orders.userId), eq(orderBlocks.id, orders.blockId)))
    .innerJoin(keys, and(eq(keys.userId, orders.userId), eq(keys.id, orders.keyId)))
    .innerJoin(users, eq(users.userId, orders.userId));

/** A person's blocks and orders. */
export function ordersStore(db: Db, owner: string) {
  const mine = eq(orders.userId, owner);
  return {
    /** Block and order in one transaction, before anything is sent. */
    addIntent: ({ block, order, now }: Intent): Promise<void> =>
      db.transaction(async (tx) => {
        const times = { createdAt: now, updatedAt: now };
        await tx.insert(orderBlocks).values({ ...block, ...times, userId: owner });
        await tx.insert(orders).values({
          ...order,
          userId: owner,
          blockId: block.id,
          market: block.market,
          symbol: block.symbol,
          leg: 'entry',
          side: block.section,
          state: 'sending',
          filledQuantity: order.quantity.times(0),
          filledCounterQuantity: order.quantity.times(0),
          placedAt: now,
          updatedAt: now,
        });
      }),
    async byBlock(blockId: string): Promise<BlockOrder | null> {
      const [found] = await blockOrders(db).where(and(mine, eq(orders.blockId, blockId), eq(orders.leg, 'entry')));
      return found ?? null;
    },
    /** Rows of the active main key, newest first, ten a page; one query. */
    async page(filter: {
      market: Market;
      symbol: string;
      counterEarning: boolean;
      section: Side | 'history';
      page: number;
      size: number;
    }) {
      const rows =
        filter.section === 'history'
          ? and(eq(orderBlocks.open, false), gt(orders.filledQuantity, sql`0`))
          : and(eq(orderBlocks.open, true), eq(orderBlocks.section, filter.section));
      const found = await blockOrders(db)
        .where(
          and(
            mine,
            rows,
            eq(orderBlocks.market, filter.market),
            eq(orderBlocks.symbol, filter.symbol),
            eq(orderBlocks.counterEarning, filter.counterEarning),
            eq(keys.active, true),
          ),
        )
        .orderBy(desc(orderBlocks.createdAt), desc(orderBlocks.id))
        .limit(filter.size)
        .offset(filter.page * filter.size);
      return { rows: found, total: Number(found[0]?.total ?? 0) };
    },
  };
}
export type OrdersStore = ReturnType<typeof ordersStore>;
