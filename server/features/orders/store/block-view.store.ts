import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { keys } from '../../../db/schema/keys.ts';
import { fills, orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import { keptTargets } from '../life/kept-targets.ts';
import type { OrderFact, Position, Wish } from '../life/position.ts';

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
  wish: Wish;
  positions: PositionView[];
}

export interface BlockRef {
  userId: string;
  blockId: string;
}

const factOf = (row: OrderRow): OrderFact & { row: OrderRow } => ({ ...row, row });

type FillRow = typeof fills.$inferSelect;
interface Found {
  positions: { row: PositionRow; keyName: string }[];
  orders: OrderRow[];
  fills: FillRow[];
}

function positionView(block: BlockRow, { row, keyName }: Found['positions'][number], found: Found): PositionView {
  const own = found.orders.filter(({ positionId }) => positionId === row.id);
  const ids = new Set(own.map(({ id }) => id));
  return {
    row,
    id: row.id,
    keyId: row.keyId,
    keyName,
    section: block.section,
    counterEarning: block.counterEarning,
    price: row.price,
    quantity: row.quantity,
    withTargets: row.withTargets,
    interference: row.interference,
    released: row.released,
    retriedAt: row.retriedAt,
    orders: own.map(factOf),
    fills: found.fills.filter(({ orderId }) => ids.has(orderId)),
  };
}

/** Blocks of one person, in the order given. */
export async function readViews(db: Db, userId: string, blockIds: readonly string[]): Promise<BlockView[]> {
  if (blockIds.length === 0) return [];
  const ids = [...blockIds];
  const ownFills = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.blockId, ids)));
  const [blocks, foundPositions, foundOrders, foundFills] = await Promise.all([
    db
      .select({ block: orderBlocks, userName: users.username })
      .from(orderBlocks)
      .innerJoin(users, eq(users.userId, orderBlocks.userId))
      .where(and(eq(orderBlocks.userId, userId), inArray(orderBlocks.id, ids))),
    db
      .select({ row: positions, keyName: keys.name })
      .from(positions)
      .innerJoin(keys, and(eq(keys.userId, positions.userId), eq(keys.id, positions.keyId)))
      .where(and(eq(positions.userId, userId), inArray(positions.blockId, ids)))
      .orderBy(asc(positions.ordinal)),
    db
      .select()
      .from(orders)
      .where(and(eq(orders.userId, userId), inArray(orders.blockId, ids)))
      .orderBy(asc(orders.placedAt), asc(orders.id)),
    db
      .select()
      .from(fills)
      .where(and(eq(fills.userId, userId), inArray(fills.orderId, ownFills)))
      .orderBy(asc(fills.tradedAt), asc(fills.tradeId)),
  ]);
  const found = { orders: foundOrders, fills: foundFills };
  const byId = new Map(blocks.map((row) => [row.block.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { block, userName } = row;
    const own = foundPositions.filter((position) => position.row.blockId === id);
    return [
      {
        block: { ...block, market: block.market as Market },
        userName,
        wish: { takeProfit: block.takeProfit, stopLoss: block.stopLoss, ending: block.ending },
        positions: own.map((position) => positionView(block, position, { ...found, positions: own })),
      },
    ];
  });
}

/** What is wanted of one position: a block's wish, less what its owner let go on the exchange or it refused. */
export const wishOf = ({ wish }: BlockView, position: PositionView): Wish =>
  position.row.ignoresTargets
    ? { ...wish, takeProfit: null, stopLoss: null }
    : { ...wish, ...keptTargets(position, wish) };

export async function readView(db: Db, { userId, blockId }: BlockRef): Promise<BlockView | null> {
  const [view] = await readViews(db, userId, [blockId]);
  return view ?? null;
}

/** Every block of everybody that is open and meets a condition; oldest first. */
export async function openBlocks(db: Db, condition?: SQL): Promise<BlockRef[]> {
  return db
    .select({ userId: orderBlocks.userId, blockId: orderBlocks.id })
    .from(orderBlocks)
    .where(and(eq(orderBlocks.open, true), condition))
    .orderBy(asc(orderBlocks.createdAt));
}
