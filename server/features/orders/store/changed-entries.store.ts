import { and, eq, max, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Db, Tx } from '../../../db/database.ts';
import { orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import type { PositionRow } from './block-view.store.ts';
import { addEvents, type BlockEvent, lockBlocks, type NewOrder } from './work.store.ts';

/** What an entry is to become, in base units in all; null where only its targets change. */
export interface EntryChange {
  positionId: string;
  terms: { price: Big; quantity: Big } | null;
}
export interface EntryChanges {
  blockId: string;
  changes: readonly EntryChange[];
  /** Copies that stay as they are, and why. */
  reasons: ReadonlyMap<string, string>;
  events: readonly BlockEvent[];
  now: number;
}

type Named = Pick<PositionRow, 'userId' | 'id'>;
const named = ({ userId, id }: Named) => and(eq(positions.userId, userId), eq(positions.id, id));

/** Locked, so that no order of an older intent is written meanwhile. */
async function lockedChange(tx: Tx, position: Named): Promise<number | null> {
  const { changedEntry, endedAt } = positions;
  const [found] = await tx.select({ changedEntry, endedAt }).from(positions).where(named(position)).for('update');
  return found && found.endedAt === null ? found.changedEntry : null;
}

async function lastAttempt(tx: Tx, { userId, id }: Named): Promise<number> {
  const theirs = and(eq(orders.userId, userId), eq(orders.positionId, id), eq(orders.leg, 'entry'));
  const [last] = await tx
    .select({ attempt: max(orders.attempt) })
    .from(orders)
    .where(theirs);
  return last?.attempt ?? 0;
}

/** Each intent has a number of its own: what was read before it is never placed after it. */
export async function setEntryIntent(tx: Tx, owner: string, of: EntryChange & { now: number }): Promise<void> {
  const position = { userId: owner, id: of.positionId };
  const before = await lockedChange(tx, position);
  if (before === null) return;
  const changedEntry = Math.max(before, await lastAttempt(tx, position)) + 1;
  const set = { ...of.terms, changedEntry, reason: null, updatedAt: of.now };
  await tx.update(positions).set(set).where(named(position));
}

/** All keys' changes at once. False where the block is ended, or is being. */
export async function changeEntries(tx: Tx, owner: string, of: EntryChanges): Promise<boolean> {
  const { blockId, now } = of;
  await lockBlocks(tx, owner, [blockId]);
  const block = and(eq(orderBlocks.userId, owner), eq(orderBlocks.id, blockId));
  const { open, ending } = orderBlocks;
  const [found] = await tx.select({ open, ending }).from(orderBlocks).where(block);
  if (!found?.open || found.ending !== 'none') return false;
  for (const change of of.changes) await setEntryIntent(tx, owner, { ...change, now });
  for (const [id, reason] of of.reasons)
    await tx
      .update(positions)
      .set({ reason, updatedAt: now })
      .where(named({ userId: owner, id }));
  await tx.update(orderBlocks).set({ dueAt: now, updatedAt: now }).where(block);
  await addEvents(tx, of.events);
  return true;
}

/** A changed entry's next order is written only while it is what its owner wants. False where it is not any more. */
export function addChangedEntry(
  db: Db,
  { position, ...of }: { position: PositionRow; rows: readonly NewOrder[]; events: readonly BlockEvent[] },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await lockedChange(tx, position)) !== position.changedEntry) return false;
    await tx.insert(orders).values([...of.rows]);
    await addEvents(tx, of.events);
    return true;
  });
}

/** It stays what it is, unless its owner has asked for something else meanwhile. */
export function keepEntry(
  db: Db,
  {
    position,
    terms,
    event,
    now,
  }: Record<'terms', { price: Big; quantity: Big }> & {
    position: PositionRow;
    event: BlockEvent;
    now: number;
  },
): Promise<void> {
  return db.transaction(async (tx) => {
    const isSame = and(named(position), eq(positions.changedEntry, position.changedEntry));
    const set = { ...terms, changedEntry: sql`0`, updatedAt: now };
    const kept = await tx.update(positions).set(set).where(isSame).returning({ id: positions.id });
    if (kept.length > 0) await addEvents(tx, [event]);
  });
}
