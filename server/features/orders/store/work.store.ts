import { and, eq, gt, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import type { Db, DbOrTx, Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { blockEvents, orderBlocks, orders, positions, type StoredLevels } from '../../../db/schema/orders.ts';
import { withIds } from '../../../lib/id.ts';
import type { PlanFacts } from '../../../domain/exit-plan/plan-facts.ts';
import type { Interference } from '../../../domain/position/position.ts';
import type { EndReason } from '../../../domain/position/state.ts';
import { LIVE_STATES } from '../../../domain/position/order-state.ts';
import { type BlockRef, type OrderRow, type PositionRow, openBlocks } from './block-view.store.ts';
import { factsStore } from './facts.store.ts';
import { leasesStore } from './leases.store.ts';

export type NewOrder = typeof orders.$inferInsert;

/** One line of a block's own story. `details` are shown to its owner and hold no secret. */
export interface BlockEvent extends BlockRef {
  positionId: string | null;
  kind: string;
  details: Record<string, unknown>;
  at: number;
}

export const addEvents = async (db: DbOrTx, events: readonly BlockEvent[]): Promise<void> => {
  if (events.length > 0) await db.insert(blockEvents).values(withIds(events));
};

/** A change and what tells of it, in one statement. */
async function withEvents(
  db: DbOrTx,
  change: TypedQueryBuilder<{ id: PgColumn }>,
  events: readonly BlockEvent[],
): Promise<void> {
  const changed = db.$with('changed').as(change);
  await db.with(changed).insert(blockEvents).values(withIds(events)).prepare('with_events').execute();
}

const named = ({ userId, blockId }: BlockRef) => and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId));
const byClientId = (clientOrderId: string) => eq(orders.clientOrderId, clientOrderId);

async function beginSending(
  db: Db,
  { userId, ids, now }: { userId: string; ids: readonly string[]; now: number },
): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const planned = and(eq(orders.userId, userId), inArray(orders.id, [...ids]), eq(orders.state, 'planned'));
  return db.update(orders).set({ state: 'sending', placedAt: now, updatedAt: now }).where(planned).returning();
}

interface Changing {
  set: Partial<PositionChange>;
  events: readonly BlockEvent[];
  now: number;
}

async function changeAndPublish(
  db: DbOrTx,
  { userId, id }: PositionRow,
  { set, events, now }: Changing,
): Promise<void> {
  const change = db
    .update(positions)
    .set({ ...set, updatedAt: now })
    .where(and(eq(positions.userId, userId), eq(positions.id, id)))
    .returning({ id: positions.id });
  await (events.length > 0 ? withEvents(db, change, events) : change);
}

type AlsoWrite = (tx: Tx) => Promise<void>;

async function changePosition(
  db: Db,
  row: PositionRow,
  { also, ...change }: Changing & { also?: AlsoWrite | undefined },
): Promise<void> {
  if (!change.set.endReason && !also) return changeAndPublish(db, row, change);
  await db.transaction(async (tx) => {
    // Two positions that end at once must see each other, or neither closes the block.
    if (change.set.endReason) await lockBlocks(tx, row.userId, [row.blockId]);
    await changeAndPublish(tx, row, change);
    if (change.set.endReason) await closeBlock(tx, row, change.now);
    await also?.(tx);
  });
}

const mainEntryToSend = (db: Db, { userId, blockId }: BlockRef) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(positions, and(eq(positions.userId, orders.userId), eq(positions.id, orders.positionId)))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.blockId, blockId),
        eq(orders.leg, 'entry'),
        eq(orders.state, 'planned'),
        eq(positions.ordinal, 0),
      ),
    );

/** Asked twice a second. */
const due = prepared((db) => openBlocks(db, lte(orderBlocks.dueAt, sql.placeholder('now'))).prepare('due_blocks'));

const liveOrders = (db: Db, keyId?: string): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(and(inArray(orders.state, LIVE_STATES), keyId === undefined ? undefined : eq(orders.keyId, keyId)))
    .orderBy(orders.placedAt);

/** A block is locked before its positions: the opposite order could deadlock. */
export async function lockBlocks(tx: Tx, owner: string, ids: readonly string[]): Promise<void> {
  const theirs = and(eq(orderBlocks.userId, owner), inArray(orderBlocks.id, [...ids]));
  await tx.select({ id: orderBlocks.id }).from(orderBlocks).where(theirs).orderBy(orderBlocks.id).for('update');
}

/** Queries of the engine over all people: bound to the block or order that they name, not to a person. */
export function workStore(db: Db) {
  return {
    ...leasesStore(db),
    due: (now: number): Promise<BlockRef[]> => due(db).execute({ now }),
    open: (): Promise<BlockRef[]> => openBlocks(db),
    openOf: (userId: string): Promise<BlockRef[]> => openBlocks(db, eq(orderBlocks.userId, userId)),
    /** A block that another process holds is due when that lease runs out: at once where it was given back meanwhile. */
    async dueAfterLease(ref: BlockRef): Promise<void> {
      const { dueAt, leaseUntil } = orderBlocks;
      await db
        .update(orderBlocks)
        .set({ dueAt: sql`least(${dueAt}, coalesce(${leaseUntil}, 0))` })
        .where(named(ref));
    },
    /** Whether no process works on a block, and none has been asked to; `isSent`: nor is its main key's entry still to be sent. */
    async isIdle(ref: BlockRef, { now, isSent = false }: { now: number; isSent?: boolean }): Promise<boolean> {
      const isFree = or(isNull(orderBlocks.leaseUntil), lte(orderBlocks.leaseUntil, now));
      const isQuiet = or(isNull(orderBlocks.dueAt), gt(orderBlocks.dueAt, now));
      const idle = await db
        .select({ id: orderBlocks.id })
        .from(orderBlocks)
        .where(and(named(ref), isFree, isQuiet, isSent ? notExists(mainEntryToSend(db, ref)) : undefined));
      return idle.length > 0;
    },
    live: () => liveOrders(db),
    liveOfKey: (keyId: string) => liveOrders(db, keyId),
    ...factsStore(db),
    async byClientOrderId(clientOrderId: string): Promise<OrderRow | null> {
      const [order] = await db.select().from(orders).where(byClientId(clientOrderId));
      return order ?? null;
    },
    /** Written before anything is sent. */
    addOrders: (rows: readonly NewOrder[], events: readonly BlockEvent[]) =>
      withEvents(
        db,
        db
          .insert(orders)
          .values([...rows])
          .returning({ id: orders.id }),
        events,
      ),
    /** Claims planned orders for sending; answers those that were not claimed before. */
    begin: (of: { userId: string; ids: readonly string[]; now: number }) => beginSending(db, of),
    askCancel(of: { userId: string; ids: readonly string[]; event: BlockEvent }): Promise<void> {
      const theirs = and(eq(orders.userId, of.userId), inArray(orders.id, [...of.ids]));
      const change = db.update(orders).set({ cancelAsked: true }).where(theirs).returning({ id: orders.id });
      return withEvents(db, change, [of.event]);
    },
    /** Changes a position and tells its story in one transaction. The block closes with its last position. */
    changePosition: (row: PositionRow, change: Changing, also?: AlsoWrite) =>
      changePosition(db, row, { ...change, also }),
  };
}

interface PositionChange {
  state: string;
  reason: string | null;
  skipCode: string | null;
  interference: Interference | null;
  endReason: EndReason | null;
  endedAt: number | null;
  stopReachedAt: number | null;
  unprotectedSince: number | null;
  watched: StoredLevels | null;
  planFacts: PlanFacts | null;
}

/** The block closes with its last position. */
export async function closeBlock(db: DbOrTx, ref: BlockRef, now: number): Promise<void> {
  const atWork = sql`not exists (select 1 from ${positions} where ${positions.userId} = ${ref.userId}
    and ${positions.blockId} = ${ref.blockId} and ${positions.endedAt} is null)`;
  await db
    .update(orderBlocks)
    .set({ open: false, closedAt: now, updatedAt: now })
    .where(and(named(ref), atWork));
}
