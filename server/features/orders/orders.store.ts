import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Market, Side } from '#contracts/symbol.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { keys } from '../../db/schema/keys.ts';
import { orderBlocks, orders } from '../../db/schema/orders.ts';
import { ZERO } from '../../lib/decimal.ts';

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

export interface PageFilter {
  market: Market;
  symbol: string;
  counterEarning: boolean;
  section: Side | 'history';
  page: number;
  size: number;
}

/** Rows of the active main key, newest first; one query. */
async function pageOf(db: Db, owner: string, filter: PageFilter) {
  const rows =
    filter.section === 'history'
      ? and(eq(orderBlocks.open, false), gt(orders.filledQuantity, sql`0`))
      : and(eq(orderBlocks.open, true), eq(orderBlocks.section, filter.section));
  const found = await blockOrders(db)
    .where(
      and(
        eq(orders.userId, owner),
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
}

/** A person's blocks and orders. */
export function ordersStore(db: Db, owner: string) {
  const mine = eq(orders.userId, owner);
  return {
    /** Block and order in one statement, before anything is sent. */
    async addIntent({ block, order, now }: Intent): Promise<BlockRow> {
      const { market, symbol, section } = block;
      const row: BlockRow = { ...block, userId: owner, open: true, createdAt: now, updatedAt: now };
      const unfilled = { filledQuantity: ZERO, filledCounterQuantity: ZERO };
      const entry = { blockId: block.id, market, symbol, side: section, leg: 'entry', state: 'sending' } as const;
      const newBlock = db.$with('new_block').as(db.insert(orderBlocks).values(row).returning({ id: orderBlocks.id }));
      const times = { placedAt: now, updatedAt: now };
      await db
        .with(newBlock)
        .insert(orders)
        .values({ ...order, ...entry, ...unfilled, ...times, userId: owner });
      return row;
    },
    async byBlock(blockId: string): Promise<BlockOrder | null> {
      const [found] = await blockOrders(db).where(and(mine, eq(orders.blockId, blockId), eq(orders.leg, 'entry')));
      return found ?? null;
    },
    page: (filter: PageFilter) => pageOf(db, owner, filter),
  };
}
