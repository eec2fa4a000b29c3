import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Limit } from '#contracts/rules/ladder.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import type { Timing } from '../../../domain/exit-plan/timed-exit.ts';
import type { EntryTrigger } from '../../../domain/position/entry-trigger.ts';
import type { Exits, ExitsBefore } from '../../../domain/position/exits.ts';
import type { DbOrTx } from '../../../db/database.ts';
import { blockEvents, orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import { withIds } from '../../../lib/id.ts';
import { wishEntry } from './changed-entries.store.ts';
import { addEvents, type BlockEvent, type NewOrder } from './work.store.ts';

export interface Deal extends Exits {
  id: string;
  market: Market;
  symbol: string;
  section: Side;
  counterEarning: boolean;
  marketPrice: Big | null;
  origin?: 'outside';
  /** The bot that opened it; left out and null, its owner did. */
  botId?: string | null;
  /** 1 where its exits are a plan; left out, 0. */
  plan?: number;
  timing?: Timing | null;
  /** EX-14: what goes back where the exchange refuses the plan. */
  before?: ExitsBefore | null;
  /** EX-10: when what has not filled of its entry is canceled, UTC epoch ms; left out and null, never. */
  expiresAt?: number | null;
  /** EX-9: what its entry waits for; left out and null, nothing. */
  trigger?: EntryTrigger | null;
}
export interface NewPosition {
  id: string;
  keyId: string;
  ordinal: number;
  price: Big;
  quantity: Big;
  /** EX-9: what it is placed as instead of one order; left out and null for one order. */
  limits?: readonly Limit[] | null;
  withTargets: boolean;
  skip: { code: string; sentence: string } | null;
}

export interface DealParts {
  positions: readonly NewPosition[];
  orders: readonly NewOrder[];
  events: readonly BlockEvent[];
  now: number;
  /** Keeps others off until it has been sent; null where any engine may send it. */
  lease: { owner: string; until: number } | null;
  /** A copy that was not sent by then is late, and is not sent any more. */
  sendBefore: number;
}
interface IntentChange {
  set: Partial<Exits & { ending: 'none' | 'remove' | 'close'; timing: Timing | null }>;
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

/** One statement: all of it is written, or nothing, in one round trip. */
async function addDeal({ db, owner }: Own, deal: Deal, of: DealParts): Promise<void> {
  const { now, lease } = of;
  const times = { createdAt: now, updatedAt: now };
  const leased = lease ? { dueAt: lease.until, leaseOwner: lease.owner, leaseUntil: lease.until } : { dueAt: now };
  const rows = of.positions.map(({ skip, ...each }) => {
    const skipped = { skipCode: skip?.code ?? null, reason: skip?.sentence ?? null, endedAt: skip ? now : null };
    const state = skip ? 'skipped' : 'pending';
    return Object.assign(each, skipped, times, { state, userId: owner, blockId: deal.id, sendBefore: of.sendBefore });
  });
  const newBlock = db.insert(orderBlocks).values({ ...deal, ...leased, ...times, userId: owner });
  const newPositions = db.insert(positions).values(rows);
  const newOrders = db.insert(orders).values([...of.orders]);
  await db
    .with(
      db.$with('new_block').as(newBlock.returning({ id: orderBlocks.id })),
      db.$with('new_positions').as(newPositions.returning({ id: positions.id })),
      db.$with('new_orders').as(newOrders.returning({ id: orders.id })),
    )
    .insert(blockEvents)
    .values(withIds(of.events))
    .prepare('add_deal')
    .execute();
}

/** EX-14: as it stands when it is written. */
const BEFORE = sql<ExitsBefore>`jsonb_build_object('takeProfits', ${orderBlocks.takeProfits}, 'stop', ${orderBlocks.stop},
  'timing', ${orderBlocks.timing}, 'plan', ${orderBlocks.plan})`;

function changeIntent({ db, owner }: Own, id: string, change: IntentChange): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changesExits = change.set.takeProfits !== undefined || change.set.stop !== undefined;
    const next = sql<number>`case when ${orderBlocks.plan} > 0 or ${change.asPlan} then ${orderBlocks.plan} + 1 else 0 end`;
    const changed = await tx
      .update(orderBlocks)
      .set({
        ...change.set,
        ...(changesExits
          ? { plan: next, before: change.asPlan ? BEFORE : null, timing: change.set.timing ?? null }
          : {}),
        dueAt: change.now,
        updatedAt: change.now,
      })
      .where(and(block(owner, id), eq(orderBlocks.open, true)))
      .returning({ id: orderBlocks.id });
    if (changed.length === 0) return false;
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
    for (const positionId of change.anew) await wishEntry(tx, owner, { positionId, terms: null, now: change.now });
    await addEvents(tx, [change.event]);
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
    /** A block with the intents of its main key and all copies, before anything is sent (M-14). */
    add: (deal: Deal, of: DealParts) => addDeal(own, deal, of),
    /** Changes what is wanted of a block. False when it is not open any more. */
    intent: (blockId: string, change: IntentChange) => changeIntent(own, blockId, change),
    /** A skipped or failed part of a block is tried again, unless its deal is over or it is at work already. */
    retry: (positionId: string, of: Retrying) => retryPosition(own, positionId, of),
    /** Accepts a change that was made on the exchange, or releases the position. */
    settle: (positionId: string, of: Settling) => settlePosition(own, positionId, of),
  };
}
