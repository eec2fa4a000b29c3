import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Big } from 'big.js';
import type { Limit } from '#contracts/rules/ladder.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { givenRows, type RowsShape, rowValues, shapeOf } from '../../../db/prepared-rows.ts';
import { preparedShapes, within } from '../../../db/prepared.ts';
import { users } from '../../../db/schema/accounts.ts';
import { hookSignals } from '../../../db/schema/hooks.ts';
import { keys } from '../../../db/schema/keys.ts';
import { blockEvents, orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import type { Timing } from '../../../domain/exit-plan/timed-exit.ts';
import type { EntryTrigger } from '../../../domain/position/entry-trigger.ts';
import type { Exits, ExitsBefore } from '../../../domain/position/exits.ts';
import { withIds } from '../../../lib/id.ts';
import { type BlockView, dealSignalOf, viewsOf } from './block-view.store.ts';
import type { BlockEvent, NewOrder } from './work.store.ts';

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
  owner: string;
  deal: Deal;
  positions: readonly NewPosition[];
  orders: readonly NewOrder[];
  events: readonly BlockEvent[];
  now: number;
  /** Keeps others off until it has been sent; null where any engine may send it. */
  lease: { owner: string; until: number } | null;
  /** A copy that was not sent by then is late, and is not sent any more. */
  sendBefore: number;
}
interface DealShape {
  block: RowsShape;
  positions: RowsShape;
  orders: RowsShape;
  events: RowsShape;
}

/** Each as it was written, under the name of what wrote it. */
const newBlock = alias(orderBlocks, 'new_block');
const newPositions = alias(positions, 'new_positions');
const newOrders = alias(orders, 'new_orders');

/** One statement: all of it is written, and read as it stands then, or nothing, in one round trip. */
const insertion = preparedShapes((db, shape: DealShape) => {
  type NewBlock = typeof orderBlocks.$inferInsert;
  type NewRow = typeof positions.$inferInsert;
  const withBlock = db.insert(orderBlocks).values(givenRows<NewBlock>('block', shape.block)).returning();
  const withPositions = db.insert(positions).values(givenRows<NewRow>('position', shape.positions)).returning();
  const withOrders = db.insert(orders).values(givenRows<NewOrder>('order', shape.orders)).returning();
  const story = db.insert(blockEvents).values(givenRows<typeof blockEvents.$inferInsert>('event', shape.events));
  const block = db.$with('new_block').as(withBlock);
  const position = db.$with('new_positions').as(withPositions);
  const order = db.$with('new_orders').as(withOrders);
  return db
    .with(block, position, order, db.$with('logged').as(story.returning({ id: blockEvents.id })))
    .select({
      block: getTableColumns(newBlock),
      userName: users.username,
      row: getTableColumns(newPositions),
      keyName: keys.name,
      isCompared: keys.ordersCompared,
      signal: { signalId: hookSignals.id, hookId: hookSignals.hookId },
      dealSignal: dealSignalOf(newBlock),
      order: getTableColumns(newOrders),
    })
    .from(block)
    .innerJoin(users, eq(users.userId, newBlock.userId))
    .innerJoin(position, eq(newPositions.blockId, newBlock.id))
    .innerJoin(keys, and(eq(keys.userId, newPositions.userId), eq(keys.id, newPositions.keyId)))
    .leftJoin(hookSignals, and(eq(hookSignals.userId, newBlock.userId), eq(hookSignals.blockId, newBlock.id)))
    .leftJoin(order, eq(newOrders.positionId, newPositions.id))
    .orderBy(asc(newPositions.ordinal), asc(newOrders.placedAt), asc(newOrders.id))
    .prepare('add_deal');
});

/** A block with the intents of its main key and all copies, before anything is sent (M-14). Answers how it stands. */
export async function addDeal(db: Db, tx: Tx | null, { owner, deal, ...of }: DealParts): Promise<BlockView> {
  const { now, lease } = of;
  const times = { createdAt: now, updatedAt: now };
  const leased = lease ? { dueAt: lease.until, leaseOwner: lease.owner, leaseUntil: lease.until } : { dueAt: now };
  const block = [{ ...deal, ...leased, ...times, userId: owner }];
  const rows = of.positions.map(({ skip, ...each }) => {
    const skipped = { skipCode: skip?.code ?? null, reason: skip?.sentence ?? null, endedAt: skip ? now : null };
    const state = skip ? 'skipped' : 'pending';
    return Object.assign(each, skipped, times, { state, userId: owner, blockId: deal.id, sendBefore: of.sendBefore });
  });
  const events = withIds(of.events);
  const shape = {
    block: shapeOf(block),
    positions: shapeOf(rows),
    orders: shapeOf(of.orders),
    events: shapeOf(events),
  };
  const statement = insertion(db, shape);
  const written = await (tx ? within(tx, statement) : statement).execute({
    ...rowValues(orderBlocks, 'block', block),
    ...rowValues(positions, 'position', rows),
    ...rowValues(orders, 'order', of.orders),
    ...rowValues(blockEvents, 'event', events),
  });
  const [view] = viewsOf(written.map((row) => Object.assign(row, { fill: null })));
  if (!view) throw new Error(`block ${deal.id} was not written`);
  return view;
}
