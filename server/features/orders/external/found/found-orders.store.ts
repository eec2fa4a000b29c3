import { and, desc, eq, isNull, max } from 'drizzle-orm';
import type { Exits } from '../../../../domain/position/exits.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import { keys } from '../../../../db/schema/keys.ts';
import { orderBlocks, orders, positions } from '../../../../db/schema/orders.ts';
import { addEvents, type BlockEvent, type NewOrder } from '../../store/work.store.ts';

export interface KeyToAsk {
  userId: string;
  keyId: string;
  mainKeyId: string | null;
}

/** The keys of all people, main keys first. */
export const keysToAsk = (db: Db): Promise<KeyToAsk[]> =>
  db
    .select({ userId: keys.userId, keyId: keys.id, mainKeyId: keys.mainKeyId })
    .from(keys)
    .where(and(isNull(keys.deletedAt), isNull(keys.disabledReason)))
    .orderBy(desc(isNull(keys.mainKeyId)), keys.createdAt);

/** A pair that a key has orders of in the books, and when the last of them changed, UTC epoch ms. */
export interface LastKnown {
  symbol: string;
  at: number;
}

export async function lastKnown(db: Db, { userId, keyId }: KeyToAsk): Promise<LastKnown[]> {
  const found = await db
    .select({ symbol: orders.symbol, at: max(orders.updatedAt) })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.keyId, keyId)))
    .groupBy(orders.symbol);
  return found.flatMap(({ symbol, at }) => (at === null ? [] : [{ symbol, at }]));
}

/** What a block earns as far as its orders on the exchange show. */
export type Earns = 'counter' | 'base' | 'unknown';

export interface NewBlock {
  block: typeof orderBlocks.$inferInsert;
  position: typeof positions.$inferInsert;
  orders: readonly NewOrder[];
  event: BlockEvent;
}

/** A block, or one more part of a block that is there, with the orders that were found. */
export const addFound = (db: Db, { block, position, orders: rows, event }: NewBlock): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.insert(orderBlocks).values(block).onConflictDoNothing();
    await tx.insert(positions).values(position);
    await tx.insert(orders).values([...rows]);
    await addEvents(tx, [event]);
  });

/** What a block earns is known by now, and its rows say no more that it is not. */
async function setEarning(tx: Tx, { userId, blockId }: BlockEvent, counterEarning: boolean): Promise<void> {
  await tx
    .update(orderBlocks)
    .set({ counterEarning })
    .where(and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId)));
  const found = and(eq(positions.blockId, blockId), eq(positions.interference, 'order-found'));
  await tx
    .update(positions)
    .set({ reason: null })
    .where(and(eq(positions.userId, userId), found));
}

/** Exits that were found become those of a position that is there. */
export const addFoundExits = (
  db: Db,
  of: {
    orders: readonly NewOrder[];
    exits: Exits;
    event: BlockEvent & { positionId: string };
    /** Null where the books say it. */
    earns: Earns | null;
  },
): Promise<void> =>
  db.transaction(async (tx) => {
    const { userId, blockId, positionId, at } = of.event;
    const unset = and(eq(orderBlocks.takeProfits, []), isNull(orderBlocks.stop));
    await tx
      .update(orderBlocks)
      .set({ ...of.exits, updatedAt: at })
      .where(and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId), unset));
    await tx
      .update(positions)
      .set({ interference: 'order-found', updatedAt: at })
      .where(and(eq(positions.userId, userId), eq(positions.id, positionId)));
    if (of.earns === 'counter' || of.earns === 'base') await setEarning(tx, of.event, of.earns === 'counter');
    await tx.insert(orders).values([...of.orders]);
    await addEvents(tx, [of.event]);
  });
