import { and, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../../../db/client.ts';
import { blockEvents, orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import { newId } from '../../../lib/id.ts';
import type { Interference } from '../life/position.ts';
import type { EndReason } from '../life/state.ts';
import { LIVE_STATES } from '../order-state.ts';
import { type BlockRef, type OrderRow, type PositionRow, openBlocks } from './block-view.store.ts';
import { factsStore } from './facts.store.ts';

export type NewOrder = typeof orders.$inferInsert;

/** One line of a block's own story. `details` are shown to its owner and hold no secret. */
export interface BlockEvent extends BlockRef {
  positionId: string | null;
  kind: string;
  details: Record<string, unknown>;
  at: number;
}

export const eventRows = (events: readonly BlockEvent[]) => events.map((event) => ({ ...event, id: newId() }));

export const addEvents = async (db: DbOrTx, events: readonly BlockEvent[]): Promise<void> => {
  if (events.length > 0) await db.insert(blockEvents).values(eventRows(events));
};

const named = ({ userId, blockId }: BlockRef) => and(eq(orderBlocks.userId, userId), eq(orderBlocks.id, blockId));
const byClientId = (clientOrderId: string) => eq(orders.clientOrderId, clientOrderId);

interface Lease {
  owner: string;
  now: number;
  until: number;
}

async function leaseBlock(db: Db, ref: BlockRef, { owner, now, until }: Lease): Promise<boolean> {
  const isFree = or(
    isNull(orderBlocks.leaseUntil),
    lte(orderBlocks.leaseUntil, now),
    eq(orderBlocks.leaseOwner, owner),
  );
  const taken = await db
    .update(orderBlocks)
    .set({ leaseOwner: owner, leaseUntil: until, dueAt: null, fence: sql`${orderBlocks.fence} + 1` })
    .where(and(named(ref), isFree))
    .returning({ id: orderBlocks.id })
    .prepare('lease')
    .execute();
  return taken.length > 0;
}

/** Asked while it is given back it must not take it again, nor forget what is due. */
async function renewLease(db: Db, ref: BlockRef, { owner, until }: Omit<Lease, 'now'>): Promise<boolean> {
  const kept = await db
    .update(orderBlocks)
    .set({ leaseUntil: until })
    .where(and(named(ref), eq(orderBlocks.leaseOwner, owner)))
    .returning({ id: orderBlocks.id });
  return kept.length > 0;
}

async function releaseBlock(db: Db, ref: BlockRef, of: { owner: string; dueAt: number | null }): Promise<void> {
  const soonest = of.dueAt === null ? {} : { dueAt: sql`least(${orderBlocks.dueAt}, ${of.dueAt})` };
  await db
    .update(orderBlocks)
    .set({ leaseOwner: null, leaseUntil: null, ...soonest })
    .where(and(named(ref), eq(orderBlocks.leaseOwner, of.owner)))
    .prepare('release')
    .execute();
}

/** What became of the entry of a block's main key, as far as its copies depend on it. */
async function mainEntry(db: Db, { userId, blockId }: BlockRef): Promise<'taken' | 'refused' | 'unsure'> {
  const [entry] = await db
    .select({ state: orders.state })
    .from(orders)
    .innerJoin(positions, and(eq(positions.userId, orders.userId), eq(positions.id, orders.positionId)))
    .where(
      and(eq(orders.userId, userId), eq(orders.blockId, blockId), eq(orders.leg, 'entry'), eq(positions.ordinal, 0)),
    )
    .orderBy(desc(orders.attempt))
    .limit(1);
  if (!entry || ['planned', 'sending', 'unknown'].includes(entry.state)) return 'unsure';
  return entry.state === 'rejected' ? 'refused' : 'taken';
}

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

/** In one statement. */
async function changeAndTell(db: DbOrTx, { userId, id }: PositionRow, { set, events, now }: Changing): Promise<void> {
  const change = db
    .update(positions)
    .set({ ...set, updatedAt: now })
    .where(and(eq(positions.userId, userId), eq(positions.id, id)));
  if (events.length === 0) return void (await change);
  const changed = db.$with('changed').as(change.returning({ id: positions.id }));
  await db.with(changed).insert(blockEvents).values(eventRows(events)).prepare('change_position').execute();
}

async function changePosition(db: Db, row: PositionRow, change: Changing): Promise<void> {
  if (!change.set.endReason) return changeAndTell(db, row, change);
  await db.transaction(async (tx) => {
    // Two positions that end at once must see each other, or neither closes the block.
    await tx.select().from(orderBlocks).where(named(row)).for('update');
    await changeAndTell(tx, row, change);
    await closeBlock(tx, row, change.now);
  });
}

const liveOrders = (db: Db, keyId?: string): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(and(inArray(orders.state, LIVE_STATES), keyId === undefined ? undefined : eq(orders.keyId, keyId)))
    .orderBy(orders.placedAt);

/** What the engine does on behalf of everybody: bound to the block or order it names, not to a person. */
export function workStore(db: Db) {
  return {
    /** Takes a block for this process; false while another one holds it. */
    lease: (ref: BlockRef, lease: Lease) => leaseBlock(db, ref, lease),
    /** Keeps it longer; false when it is somebody else's by now. */
    renew: (ref: BlockRef, lease: Omit<Lease, 'now'>) => renewLease(db, ref, lease),
    /** Gives it back, unless somebody else has it by now. `dueAt` brings it back; what was asked for meanwhile is kept. */
    release: (ref: BlockRef, of: { owner: string; dueAt: number | null }) => releaseBlock(db, ref, of),
    due: (now: number): Promise<BlockRef[]> => openBlocks(db, lte(orderBlocks.dueAt, now)),
    open: (): Promise<BlockRef[]> => openBlocks(db),
    openOf: (userId: string): Promise<BlockRef[]> => openBlocks(db, eq(orderBlocks.userId, userId)),
    async makeDue(ref: BlockRef, at: number): Promise<void> {
      await db
        .update(orderBlocks)
        .set({ dueAt: sql`least(${orderBlocks.dueAt}, ${at})` })
        .where(named(ref));
    },
    live: () => liveOrders(db),
    liveOfKey: (keyId: string) => liveOrders(db, keyId),
    ...factsStore(db),
    async byClientOrderId(clientOrderId: string): Promise<OrderRow | null> {
      const [order] = await db.select().from(orders).where(byClientId(clientOrderId));
      return order ?? null;
    },
    /** Written before anything is sent. */
    async addOrders(rows: readonly NewOrder[]): Promise<void> {
      await db.insert(orders).values([...rows]);
    },
    mainEntry: (ref: BlockRef) => mainEntry(db, ref),
    /** Takes planned orders for sending, once whoever asks: those that nobody took before. */
    begin: (of: { userId: string; ids: readonly string[]; now: number }) => beginSending(db, of),
    async askCancel(of: { userId: string; ids: readonly string[] }): Promise<void> {
      const theirs = and(eq(orders.userId, of.userId), inArray(orders.id, [...of.ids]));
      await db.update(orders).set({ cancelAsked: true }).where(theirs);
    },
    /** Changes a position and tells its story in one transaction. The block closes with its last position. */
    changePosition: (row: PositionRow, change: Changing) => changePosition(db, row, change),
  };
}

interface PositionChange {
  state: string;
  reason: string | null;
  skipCode: string | null;
  interference: Interference | null;
  endReason: EndReason | null;
  endedAt: number | null;
}

async function closeBlock(db: DbOrTx, ref: BlockRef, now: number): Promise<void> {
  const atWork = sql`not exists (select 1 from ${positions} where ${positions.userId} = ${ref.userId}
    and ${positions.blockId} = ${ref.blockId} and ${positions.endedAt} is null)`;
  await db
    .update(orderBlocks)
    .set({ open: false, closedAt: now, updatedAt: now })
    .where(and(named(ref), atWork));
}
