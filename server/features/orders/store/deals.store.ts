import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Limit } from '#contracts/rules/ladder.ts';
import type { Timing } from '../../../domain/exit-plan/timed-exit.ts';
import type { Exits, ExitsBefore } from '../../../domain/position/exits.ts';
import type { Intent } from '../../../domain/position/position.ts';
import type { DbOrTx } from '../../../db/database.ts';
import { orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import { setEntryIntent } from './changed-entries.store.ts';
import { addEvents, type BlockEvent, type NewOrder } from './work.store.ts';

interface IntentChange {
  set: Partial<Exits & Pick<Intent, 'ending'> & { timing: Timing | null }>;
  /** Its exits are a plan from now on. */
  asPlan: boolean;
  /** Positions whose entry is placed anew, because its targets wait with it. */
  anew: readonly string[];
  event: BlockEvent;
  now: number;
}
export type Retried = 'retried' | 'at-work' | 'over';
interface Retrying {
  blockId: string;
  /** An entry that is placed anew, with its orders; null keeps what is placed. */
  afresh: {
    quantity: Big;
    price: Big;
    limits: readonly Limit[] | null;
    withTargets: boolean;
    orders: readonly NewOrder[];
    sendBefore: number;
  } | null;
  events: readonly BlockEvent[];
  now: number;
}
export interface Settling {
  blockId: string;
  set: { released?: true; ignoresTargets?: true; writtenOff?: Big };
  event: BlockEvent;
  now: number;
}
interface Own {
  db: DbOrTx;
  owner: string;
}

const block = (owner: string, id: string) => and(eq(orderBlocks.userId, owner), eq(orderBlocks.id, id));
const position = (owner: string, id: string) => and(eq(positions.userId, owner), eq(positions.id, id));

/** EX-14: as it stands when it is written. */
const BEFORE = sql<ExitsBefore>`jsonb_build_object('takeProfits', ${orderBlocks.takeProfits}, 'stop', ${orderBlocks.stop},
  'timing', ${orderBlocks.timing}, 'plan', ${orderBlocks.plan})`;

type Ending = Intent['ending'];

/** A close that came first stays: a removal cancels only what the close cancels as well. */
const standing = (ending: Ending) =>
  sql<Ending>`case when ${orderBlocks.ending} = 'close' and ${ending} = 'remove' then 'close' else ${ending} end`;

function changeIntent({ db, owner }: Own, id: string, change: IntentChange): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { ending } = change.set;
    const changesExits = change.set.takeProfits !== undefined || change.set.stop !== undefined;
    const next = sql<number>`case when ${orderBlocks.plan} > 0 or ${change.asPlan} then ${orderBlocks.plan} + 1 else 0 end`;
    const changed = await tx
      .update(orderBlocks)
      .set({
        ...change.set,
        ...(ending === undefined ? {} : { ending: standing(ending) }),
        ...(changesExits
          ? { plan: next, before: change.asPlan ? BEFORE : null, timing: change.set.timing ?? null }
          : {}),
        dueAt: change.now,
        updatedAt: change.now,
      })
      .where(and(block(owner, id), eq(orderBlocks.open, true)))
      .returning({ ending: orderBlocks.ending });
    const [written] = changed;
    if (!written) return false;
    // New targets are tried anew, whatever was refused before.
    await tx
      .update(positions)
      .set({
        retriedAt: change.now,
        reason: null,
        ignoresTargets: false,
        ...(change.set.stop === undefined ? {} : { stopReachedAt: null }),
      })
      .where(and(eq(positions.userId, owner), eq(positions.blockId, id), isNull(positions.endedAt)));
    for (const positionId of change.anew) await setEntryIntent(tx, owner, { positionId, terms: null, now: change.now });
    const { event } = change;
    await addEvents(tx, [{ ...event, details: { ...event.details, ending: written.ending } }]);
    return true;
  });
}

const mainPosition = (owner: string, blockId: string) =>
  and(eq(positions.userId, owner), eq(positions.blockId, blockId), eq(positions.ordinal, 0));

/** Whether a block, or an entry anew in it, is to go on; nothing of the block ends meanwhile. */
async function standsLocked({ db, owner }: Own, { blockId, afresh }: Retrying): Promise<boolean> {
  const { open, ending } = orderBlocks;
  const [found] = await db.select({ open, ending }).from(orderBlocks).where(block(owner, blockId)).for('update');
  if (!found?.open || !afresh) return found?.open ?? false;
  const { endedAt } = positions;
  const [main] = await db.select({ endedAt }).from(positions).where(mainPosition(owner, blockId));
  return found.ending === 'none' && main?.endedAt === null;
}

function retryPosition({ db, owner }: Own, id: string, of: Retrying): Promise<Retried> {
  const { now } = of;
  return db.transaction(async (tx) => {
    if (!(await standsLocked({ db: tx, owner }, of))) return 'over';
    await tx.update(orderBlocks).set({ dueAt: now }).where(block(owner, of.blockId));
    const { orders: rows = [], ...size } = of.afresh ?? {};
    const anew = of.afresh && { ...size, skipCode: null, endReason: null, endedAt: null, state: 'pending' };
    // Of two calls at once the second finds it at work, and does not size it once more.
    const asFound = of.afresh ? isNotNull(positions.endedAt) : isNull(positions.endedAt);
    const changed = await tx
      .update(positions)
      .set({ ...anew, reason: null, retriedAt: now, updatedAt: now })
      .where(and(position(owner, id), asFound))
      .returning({ id: positions.id });
    if (changed.length === 0) return 'at-work';
    if (rows.length > 0) await tx.insert(orders).values([...rows]);
    await addEvents(tx, of.events);
    return 'retried';
  });
}

function settlePosition({ db, owner }: Own, id: string, of: Settling): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.update(orderBlocks).set({ dueAt: of.now }).where(block(owner, of.blockId));
    await tx
      .update(positions)
      .set({ interference: null, retriedAt: of.now, reason: null, ...of.set })
      .where(position(owner, id));
    const cancelled = and(eq(orders.userId, owner), eq(orders.positionId, id), eq(orders.state, 'cancelled'));
    if (!of.set.released) await tx.update(orders).set({ cancelAsked: true }).where(cancelled);
    await addEvents(tx, [of.event]);
  });
}

/** A person's deals: what they want, written down. */
export function dealsStore(db: DbOrTx, owner: string) {
  const own = { db, owner };
  return {
    /** Changes what is wanted of a block. False when it is not open any more. */
    intent: (blockId: string, change: IntentChange) => changeIntent(own, blockId, change),
    /** A skipped or failed part of a block is tried again, unless its deal is over or it is at work already. */
    retry: (positionId: string, of: Retrying) => retryPosition(own, positionId, of),
    /** Accepts a change that was made on the exchange, or releases the position. */
    settle: (positionId: string, of: Settling) => settlePosition(own, positionId, of),
  };
}
