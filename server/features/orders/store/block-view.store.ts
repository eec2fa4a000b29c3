import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../../db/database.ts';
import { isOwnerOf } from '../../../db/is-owner-of.ts';
import { prepared } from '../../../db/prepared.ts';
import { users } from '../../../db/schema/accounts.ts';
import { botDealBlocks, botDeals } from '../../../db/schema/bot-deals.ts';
import { hookSignals } from '../../../db/schema/hooks.ts';
import { keys } from '../../../db/schema/keys.ts';
import { takenOver } from './taken-over.store.ts';
import { fills, orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import type { Taker } from '../../../domain/averaging/carried.ts';
import type { OrderFact, Position, Intent } from '../../../domain/position/position.ts';

/** More in one statement would hold up what else this process does. */
const READ_AT_ONCE = 100;

export type BlockRow = typeof orderBlocks.$inferSelect;
export type PositionRow = typeof positions.$inferSelect;
export type OrderRow = typeof orders.$inferSelect;

/** One key's part of a block, with all that is known of it. */
export interface PositionView extends Position {
  row: PositionRow;
  keyId: string;
  keyName: string;
  orders: (OrderFact & { row: OrderRow })[];
}

/** A block whole: the main key's position first. */
export interface BlockView {
  block: BlockRow & { market: Market };
  userName: string;
  /** That opened it; null where none did. */
  signal?: { signalId: string; hookId: string } | null;
  intent: Intent;
  positions: PositionView[];
}

export interface BlockRef {
  userId: string;
  blockId: string;
}

type FillRow = typeof fills.$inferSelect;
interface Joined {
  block: BlockRow;
  userName: string;
  row: PositionRow;
  keyName: string;
  isCompared: boolean;
  signal: BlockView['signal'];
  /** By which a bot opened the deal of the block. */
  dealSignal: BlockView['signal'];
  order: OrderRow | null;
  fill: FillRow | null;
}

const isItsDeal = and(
  isOwnerOf(botDeals, botDealBlocks),
  eq(botDeals.runId, botDealBlocks.runId),
  eq(botDeals.number, botDealBlocks.deal),
);
const isDealSignal = and(isOwnerOf(hookSignals, botDeals), eq(hookSignals.id, botDeals.signalId));
/** PB-12: the signal of a hook that opened the deal of a bot's block; it is looked up for blocks of bots alone. */
export const dealSignalOf = (
  block: Record<'userId' | 'id' | 'botId', PgColumn>,
): SQL<BlockView['signal']> => sql`case when ${block.botId} is not null then (
  select jsonb_build_object('signalId', ${hookSignals.id}, 'hookId', ${hookSignals.hookId})
    from ${botDealBlocks} join ${botDeals} on ${isItsDeal} join ${hookSignals} on ${isDealSignal}
    where ${and(isOwnerOf(botDealBlocks, block), eq(botDealBlocks.blockId, block.id))}) end`;

/** Everything about blocks in one statement: those of a block come together, so do those of a position and of an order. */
function joinedRows(db: Db, where: SQL | undefined) {
  return db
    .select({
      block: orderBlocks,
      userName: users.username,
      row: positions,
      keyName: keys.name,
      isCompared: keys.ordersCompared,
      signal: { signalId: hookSignals.id, hookId: hookSignals.hookId },
      dealSignal: dealSignalOf(orderBlocks),
      order: orders,
      fill: fills,
    })
    .from(orderBlocks)
    .innerJoin(users, eq(users.userId, orderBlocks.userId))
    .innerJoin(positions, and(isOwnerOf(positions, orderBlocks), eq(positions.blockId, orderBlocks.id)))
    .innerJoin(keys, and(isOwnerOf(keys, positions), eq(keys.id, positions.keyId)))
    .leftJoin(hookSignals, and(isOwnerOf(hookSignals, orderBlocks), eq(hookSignals.blockId, orderBlocks.id)))
    .leftJoin(orders, and(isOwnerOf(orders, positions), eq(orders.positionId, positions.id)))
    .leftJoin(fills, and(isOwnerOf(fills, orders), eq(fills.orderId, orders.id)))
    .where(where)
    .orderBy(
      asc(orderBlocks.id),
      asc(positions.ordinal),
      asc(orders.placedAt),
      asc(orders.id),
      asc(fills.tradedAt),
      asc(fills.tradeId),
    );
}

const reads = prepared((db) => {
  const mine = eq(orderBlocks.userId, sql.placeholder('userId'));
  const named = eq(orderBlocks.id, sql.placeholder('blockId'));
  const anyOf = sql`${orderBlocks.id} = any(${sql.placeholder('ids')}::uuid[])`;
  const ofKey = or(eq(positions.id, sql.placeholder('positionId')), eq(positions.ordinal, 0));
  return {
    blocks: joinedRows(db, and(mine, anyOf)).prepare('blocks'),
    position: joinedRows(db, and(mine, named, ofKey)).prepare('position'),
  };
});

const blockView = ({ block, userName, signal, dealSignal: ofDeal }: Joined): BlockView => ({
  block: { ...block, market: block.market as Market },
  userName,
  signal: signal ?? ofDeal,
  intent: {
    takeProfits: block.takeProfits,
    stop: block.stop,
    ending: block.ending,
    plan: block.plan,
    timing: block.timing,
    before: block.before,
    expiresAt: block.expiresAt,
  },
  positions: [],
});

const positionView = ({ block, row, keyName, isCompared }: Joined): PositionView => ({
  row,
  id: row.id,
  keyId: row.keyId,
  keyName,
  section: block.section,
  counterEarning: block.counterEarning,
  price: row.price,
  quantity: row.quantity,
  withTargets: row.withTargets,
  changedEntry: row.changedEntry,
  limits: row.limits,
  interference: row.interference,
  released: row.released,
  writtenOff: row.writtenOff,
  retriedAt: row.retriedAt,
  stopReachedAt: row.stopReachedAt,
  planFacts: row.planFacts,
  isUncompared: !isCompared,
  ...takenOver(row, block),
  ...(row.handsTo && row.endedAt === null ? { handsOver: handedTo(row.handsTo) } : {}),
});

const handedTo = (takers: readonly Taker[]): 'join' | 'split' => (takers.length === 1 ? 'join' : 'split');

export const orderFact = (row: OrderRow): PositionView['orders'][number] => ({
  ...row,
  isExternal: row.external,
  row,
});

/** Rows of blocks, in the order of `joinedRows`, as blocks. */
export function viewsOf(rows: readonly Joined[]): BlockView[] {
  const views: BlockView[] = [];
  for (const joined of rows) {
    const { order, fill } = joined;
    if (views.at(-1)?.block.id !== joined.block.id) views.push(blockView(joined));
    const { positions: own } = views.at(-1) as BlockView;
    if (own.at(-1)?.id !== joined.row.id) own.push(positionView(joined));
    const position = own.at(-1) as PositionView;
    if (order && position.orders.at(-1)?.id !== order.id) position.orders.push(orderFact(order));
    if (fill) position.fills.push(fill);
  }
  return views;
}

/** Blocks of one person, in the order given. */
export async function readViews(db: Db, userId: string, ids: readonly string[]): Promise<BlockView[]> {
  const byId = new Map<string, BlockView>();
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const found = await reads(db).blocks.execute({ userId, ids: ids.slice(from, from + READ_AT_ONCE) });
    for (const view of viewsOf(found)) byId.set(view.block.id, view);
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One position of a block, and the main key's, by which a copy is measured. */
export async function readPosition(
  db: Db,
  { userId, blockId }: BlockRef,
  positionId: string,
): Promise<{ view: BlockView; position: PositionView } | null> {
  const [view] = viewsOf(await reads(db).position.execute({ userId, blockId, positionId }));
  const position = view?.positions.find(({ id }) => id === positionId);
  return view && position ? { view, position } : null;
}

export async function readView(db: Db, { userId, blockId }: BlockRef): Promise<BlockView | null> {
  const [view] = await readViews(db, userId, [blockId]);
  return view ?? null;
}

/** Every open block of all people that meets a condition, oldest first. */
export function openBlocks(db: Db, condition?: SQL) {
  return db
    .select({ userId: orderBlocks.userId, blockId: orderBlocks.id })
    .from(orderBlocks)
    .where(and(eq(orderBlocks.open, true), condition))
    .orderBy(asc(orderBlocks.createdAt));
}
