import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Db } from '../../../db/database.ts';
import { fills, orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import { type BlockView, readViews } from '../store/block-view.store.ts';
import { addEvents, type BlockEvent, lockBlocks, type NewOrder } from '../store/work.store.ts';

type NewFill = typeof fills.$inferInsert;

export interface Closing {
  orders: readonly NewOrder[];
  fills: readonly NewFill[];
  /** Parts of blocks that could not be closed along, and why. */
  reasons: ReadonlyMap<string, string>;
  events: readonly BlockEvent[];
  now: number;
  sendBefore: number;
  marketPrice: Big | null;
}

/** Everything or nothing; the name of the owner's order, which is there once, keeps it from being repeated twice. */
function addClosing(db: Db, owner: string, of: Closing): Promise<void> {
  const { now, sendBefore, marketPrice } = of;
  const theirs = (ids: readonly string[]) => and(eq(positions.userId, owner), inArray(positions.id, [...ids]));
  const blockIds = [...new Set(of.orders.map(({ blockId }) => blockId))];
  return db.transaction(async (tx) => {
    await lockBlocks(tx, owner, blockIds);
    await tx.insert(orders).values([...of.orders]);
    if (of.fills.length > 0) await tx.insert(fills).values([...of.fills]);
    const closing = of.orders.map(({ positionId }) => positionId);
    await tx.update(positions).set({ sendBefore, reason: null, updatedAt: now }).where(theirs(closing));
    for (const [id, reason] of of.reasons)
      await tx
        .update(positions)
        .set({ reason, updatedAt: now })
        .where(theirs([id]));
    await tx
      .update(orderBlocks)
      .set({ marketPrice, dueAt: sql`least(${orderBlocks.dueAt}, ${now})`, updatedAt: now })
      .where(and(eq(orderBlocks.userId, owner), inArray(orderBlocks.id, blockIds)));
    await addEvents(tx, of.events);
  });
}

/** What of a person's own deals on the exchange stands in their books. */
export function outsideStore(db: Db, owner: string) {
  const ofKey = (keyId: string, symbol: string) =>
    and(eq(orders.userId, owner), eq(orders.keyId, keyId), eq(orders.symbol, symbol));
  return {
    /** Open blocks that repeat deals of this main key; oldest first. */
    async open(keyId: string, symbol: string): Promise<BlockView[]> {
      const isOpen = and(eq(orderBlocks.open, true), eq(orderBlocks.origin, 'outside'), eq(orderBlocks.symbol, symbol));
      const main = and(
        eq(positions.userId, orderBlocks.userId),
        eq(positions.blockId, orderBlocks.id),
        eq(positions.ordinal, 0),
      );
      const found = await db
        .select({ id: orderBlocks.id })
        .from(orderBlocks)
        .innerJoin(positions, main)
        .where(and(eq(orderBlocks.userId, owner), isOpen, eq(positions.keyId, keyId)))
        .orderBy(asc(orderBlocks.createdAt), asc(orderBlocks.id));
      const ids = found.map(({ id }) => id);
      return readViews(db, owner, ids);
    },
    addClosing: (closing: Closing) => addClosing(db, owner, closing),
    /** Pairs that a main key has open outside blocks of, and when the oldest of them began, by the exchange's clock. */
    openSince(keyId: string): Promise<{ symbol: string; since: number }[]> {
      const isMain = and(
        eq(orders.userId, owner),
        eq(orders.blockId, orderBlocks.id),
        eq(orders.keyId, keyId),
        eq(orders.leg, 'entry'),
      );
      return db
        .select({ symbol: orderBlocks.symbol, since: sql`min(${orders.placedAt})`.mapWith(Number) })
        .from(orderBlocks)
        .innerJoin(orders, isMain)
        .where(and(eq(orderBlocks.userId, owner), eq(orderBlocks.open, true), eq(orderBlocks.origin, 'outside')))
        .groupBy(orderBlocks.symbol);
    },
    /** The exchange's ids of a key's orders that stand in the books. */
    async known(keyId: string, symbol: string): Promise<Set<string>> {
      const found = await db
        .select({ id: orders.exchangeOrderId })
        .from(orders)
        .where(and(ofKey(keyId, symbol), isNotNull(orders.exchangeOrderId)));
      return new Set(found.flatMap(({ id }) => (id === null ? [] : [id])));
    },
  };
}
