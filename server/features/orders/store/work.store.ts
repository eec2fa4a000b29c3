import { and, eq, gt, inArray, isNotNull, isNull, lte, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import type { Db, DbOrTx, Tx } from '../../../db/database.ts';
import { givenRows, rowValues, type RowsShape, shapeOf } from '../../../db/prepared-rows.ts';
import { prepared, preparedShapes, within } from '../../../db/prepared.ts';
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

const given = sql.placeholder;
type EventRow = typeof blockEvents.$inferInsert;

/** A change and its event, in one statement. */
const withEvents = (db: Db, change: TypedQueryBuilder<{ id: PgColumn }>, events: RowsShape) =>
  db
    .with(db.$with('changed').as(change))
    .insert(blockEvents)
    .values(givenRows<EventRow>('event', events))
    .prepare('with_events');

const positionChange = preparedShapes((db, { set, events }: { set: readonly string[]; events: RowsShape }) => {
  const [values = {}] = givenRows<PositionChange>('position', [set]);
  const change = db
    .update(positions)
    .set(values)
    .where(and(eq(positions.userId, given('owner')), eq(positions.id, given('positionId'))))
    .returning({ id: positions.id });
  return events.length === 0 ? change.prepare('change_position') : withEvents(db, change, events);
});

const insertion = preparedShapes((db, shape: { orders: RowsShape; events: RowsShape }) =>
  withEvents(
    db,
    db.insert(orders).values(givenRows<NewOrder>('order', shape.orders)).returning({ id: orders.id }),
    shape.events,
  ),
);

/** Locked, so that it neither ends nor is written off in part before the orders are written. */
const openPosition = prepared((db) => {
  const named = and(eq(positions.userId, given('userId')), eq(positions.id, given('id')));
  const asRead = and(
    isNull(positions.endedAt),
    eq(positions.writtenOff, given('writtenOff')),
    sql`${positions.interference} is not distinct from ${given('interference')}::text`,
  );
  return db
    .select({ id: positions.id })
    .from(positions)
    .where(and(named, asRead))
    .for('share')
    .prepare('open_position');
});

/**
 * M-16, V-07: the orders of one position; false where another process has ended it since it was read, or its owner has said
 * what became of it.
 */
async function addOrders(
  db: Db,
  { userId, id, writtenOff, interference }: PositionRow,
  { rows, events }: { rows: readonly NewOrder[]; events: readonly BlockEvent[] },
): Promise<boolean> {
  const lines = withIds(events);
  const statement = insertion(db, { orders: shapeOf(rows), events: shapeOf(lines) });
  const values = { ...rowValues(orders, 'order', rows), ...rowValues(blockEvents, 'event', lines) };
  return db.transaction(async (tx) => {
    const open = await within(tx, openPosition(db)).execute({ userId, id, writtenOff, interference });
    if (open.length > 0) await within(tx, statement).execute(values);
    return open.length > 0;
  });
}

const asking = preparedShapes((db, { events }: { events: RowsShape }) => {
  const theirs = and(eq(orders.userId, given('owner')), sql`${orders.id} = any(${given('ids')}::uuid[])`);
  const change = db.update(orders).set({ cancelAsked: true }).where(theirs).returning({ id: orders.id });
  return withEvents(db, change, events);
});

const named = ({ userId, blockId }: BlockRef) => and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId));
const byClientId = (clientOrderId: string) => eq(orders.clientOrderId, clientOrderId);

const beginning = prepared((db) => {
  const theirs = and(eq(orders.userId, given('userId')), sql`${orders.id} = any(${given('ids')}::uuid[])`);
  const now = sql`${given('now')}::bigint`;
  return db
    .update(orders)
    .set({ state: 'sending', placedAt: now, updatedAt: now })
    .where(and(theirs, eq(orders.state, 'planned')))
    .returning()
    .prepare('begin_sending');
});

interface Changing {
  set: Partial<Omit<PositionChange, 'updatedAt'>>;
  events: readonly BlockEvent[];
  now: number;
}

async function changeWithEvents(
  { db, tx = null }: { db: Db; tx?: Tx | null },
  { userId, id }: PositionRow,
  { set, events, now }: Changing,
): Promise<void> {
  const change = [{ ...set, updatedAt: now }];
  const lines = withIds(events);
  const [columns = []] = shapeOf(change);
  const statement = positionChange(db, { set: columns, events: shapeOf(lines) });
  const values = { ...rowValues(positions, 'position', change), ...rowValues(blockEvents, 'event', lines) };
  await (tx ? within(tx, statement) : statement).execute({ ...values, owner: userId, positionId: id });
}

type AlsoWrite = (tx: Tx) => Promise<void>;

async function changePosition(
  db: Db,
  row: PositionRow,
  { also, ...change }: Changing & { also?: AlsoWrite | undefined },
): Promise<void> {
  if (!also) return changeWithEvents({ db }, row, change);
  await db.transaction(async (tx) => {
    await changeWithEvents({ db, tx }, row, change);
    await also(tx);
  });
}

interface Ending extends Changing {
  /** The orders that it had when it was read. */
  known: readonly string[];
}

/** M-16: with its last position the block closes. False where another process has ended it, or written an order for it, meanwhile. */
function endPosition(db: Db, row: PositionRow, { known, ...change }: Ending): Promise<boolean> {
  const { userId, blockId, id } = row;
  const theirs = and(eq(orders.userId, userId), eq(orders.positionId, id), notInArray(orders.id, [...known]));
  return db.transaction(async (tx) => {
    // Two positions that end at once must see each other, or neither closes the block.
    await lockBlocks(tx, userId, [blockId]);
    const open = and(eq(positions.userId, userId), eq(positions.id, id), isNull(positions.endedAt));
    const found = await tx.select({ id: positions.id }).from(positions).where(open).for('update');
    const others = await tx.select({ id: orders.id }).from(orders).where(theirs).limit(1);
    if (found.length === 0 || others.length > 0) return false;
    await changeWithEvents({ db, tx }, row, change);
    await closeBlock(tx, row, change.now);
    return true;
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
    /** Blocks that a process has under its lease, which may have died meanwhile. */
    held: (): Promise<BlockRef[]> => openBlocks(db, isNotNull(orderBlocks.leaseOwner)),
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
    addOrders: (row: PositionRow, written: { rows: readonly NewOrder[]; events: readonly BlockEvent[] }) =>
      addOrders(db, row, written),
    /** Claims planned orders for sending; answers those that were not claimed before. */
    begin: async (of: { userId: string; ids: readonly string[]; now: number }): Promise<OrderRow[]> =>
      of.ids.length === 0 ? [] : beginning(db).execute(of),
    async askCancel({ userId: owner, ids, event }: { userId: string; ids: readonly string[]; event: BlockEvent }) {
      const lines = withIds([event]);
      const values = { owner, ids, ...rowValues(blockEvents, 'event', lines) };
      await asking(db, { events: shapeOf(lines) }).execute(values);
    },
    /** Changes a position and writes its events in one transaction. */
    changePosition: (row: PositionRow, change: Changing, also?: AlsoWrite) =>
      changePosition(db, row, { ...change, also }),
    endPosition: (row: PositionRow, ending: Ending) => endPosition(db, row, ending),
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
  updatedAt: number;
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
