import { and, asc, desc, eq, gte, inArray, lte, max, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import {
  paperAccounts,
  paperBalances,
  paperExchange,
  paperOrders,
  paperPrices,
  paperTrades,
} from '../../../db/schema/paper.ts';
import { PAIRS } from '../pairs.ts';
import { type Account, FEES, HOUSE, type Holding, type Rights } from './account.ts';
import type { Order, OrderDetails, OrderSide, OrderStatus, OrderType, TimeInForce } from './order.ts';

const OPEN: OrderStatus[] = ['NEW', 'PARTIALLY_FILLED'];
const pairOf = new Map(PAIRS.map((pair) => [pair.symbol, pair]));

export type BooksStore = ReturnType<typeof booksStore>;
export type TradeRow = typeof paperTrades.$inferSelect;
/** Bounds of a listing: ids and times are inclusive, UTC epoch ms. */
export interface Listing {
  apiKey: string;
  symbol: string;
  fromId?: number;
  orderId?: number;
  startTime?: number;
  endTime?: number;
  limit: number;
}

function toOrder(row: typeof paperOrders.$inferSelect): Order {
  const pair = pairOf.get(row.symbol);
  if (!pair) throw new Error(`The paper exchange no longer knows ${row.symbol}, which order ${row.orderId} is in.`);
  return {
    orderId: row.orderId,
    apiKey: row.apiKey,
    pair,
    clientOrderId: row.clientOrderId,
    side: row.side as OrderSide,
    type: row.type as OrderType,
    timeInForce: row.timeInForce as TimeInForce,
    price: row.price,
    lockPrice: row.price,
    quantity: row.quantity,
    quoteOrderQty: row.quoteOrderQty,
    executedQty: row.executedQty,
    executedQuote: row.cummulativeQuoteQty,
    status: row.status as OrderStatus,
    details: row.details as OrderDetails,
    time: row.time,
    updateTime: row.updateTime,
  };
}

async function readHoldings(db: Db, keys: string[]): Promise<Holding[]> {
  const rows = await db.select().from(paperBalances).where(inArray(paperBalances.apiKey, keys));
  return rows.map(({ apiKey, asset, free, locked }) => ({ owner: apiKey, asset, free, locked }));
}

async function readAccounts(db: Db, keys: string[]): Promise<Account[]> {
  if (keys.length === 0) return [];
  const [rows, holdings, updates] = await Promise.all([
    db.select().from(paperAccounts).where(inArray(paperAccounts.apiKey, keys)),
    readHoldings(db, keys),
    db
      .select({ apiKey: paperOrders.apiKey, time: max(paperOrders.updateTime) })
      .from(paperOrders)
      .where(inArray(paperOrders.apiKey, keys))
      .groupBy(paperOrders.apiKey),
  ]);
  const lastUpdate = new Map(updates.map((row) => [row.apiKey, row.time ?? 0]));
  const held = Map.groupBy(holdings, (row) => row.owner);
  return rows.map((row) => ({
    apiKey: row.apiKey,
    secret: row.secret,
    rights: row.rights as Rights,
    createdAt: row.createdAt,
    updateTime: lastUpdate.get(row.apiKey) ?? row.createdAt,
    holdings: new Map((held.get(row.apiKey) ?? []).map((holding) => [holding.asset, holding])),
    open: new Map(),
  }));
}

export function booksStore(db: Db) {
  return {
    takeOver: async (): Promise<number> => {
      const [row] = await db
        .insert(paperExchange)
        .values({ id: 1, epoch: 1 })
        .onConflictDoUpdate({ target: paperExchange.id, set: { epoch: sql`${paperExchange.epoch} + 1` } })
        .returning();
      if (!row) throw new Error('The paper exchange could not register its start.');
      return row.epoch;
    },
    prices: () => db.select().from(paperPrices),
    own: () => readHoldings(db, [HOUSE, FEES]),
    lastIds: async () => {
      const [[order], trades] = await Promise.all([
        db.select({ id: max(paperOrders.orderId) }).from(paperOrders),
        db
          .select({ symbol: paperTrades.symbol, id: max(paperTrades.tradeId) })
          .from(paperTrades)
          .groupBy(paperTrades.symbol),
      ]);
      return { orderId: order?.id ?? 0, tradeIds: new Map(trades.map((row) => [row.symbol, row.id ?? 0])) };
    },
    openOrders: async () => {
      const rows = await db
        .select()
        .from(paperOrders)
        .where(inArray(paperOrders.status, OPEN))
        .orderBy(paperOrders.orderId);
      return rows.map(toOrder);
    },
    accounts: (keys: string[]) => readAccounts(db, keys),
    /** By order id, else the latest order of that client id. */
    order: async (of: { apiKey: string; symbol: string; orderId?: number; clientOrderId?: string }) => {
      const named =
        of.orderId === undefined
          ? eq(paperOrders.clientOrderId, of.clientOrderId ?? '')
          : eq(paperOrders.orderId, of.orderId);
      const mine = and(eq(paperOrders.apiKey, of.apiKey), eq(paperOrders.symbol, of.symbol), named);
      const [row] = await db.select().from(paperOrders).where(mine).orderBy(desc(paperOrders.orderId)).limit(1);
      return row ? toOrder(row) : null;
    },
    orders: (of: Listing) => listOrders(db, of),
    trades: (of: Listing) => listTrades(db, of),
  };
}

/** From a start onward the oldest come first; without one, the most recent are wanted. */
const isForward = (of: Listing) => of.fromId !== undefined || of.startTime !== undefined;
const oldestFirst = <Row>(rows: Row[], of: Listing): Row[] => (isForward(of) ? rows : rows.toReversed());

async function listOrders(db: Db, of: Listing): Promise<Order[]> {
  const rows = await db
    .select()
    .from(paperOrders)
    .where(
      and(
        eq(paperOrders.apiKey, of.apiKey),
        eq(paperOrders.symbol, of.symbol),
        of.fromId === undefined ? undefined : gte(paperOrders.orderId, of.fromId),
        of.startTime === undefined ? undefined : gte(paperOrders.time, of.startTime),
        of.endTime === undefined ? undefined : lte(paperOrders.time, of.endTime),
      ),
    )
    .orderBy(isForward(of) ? asc(paperOrders.orderId) : desc(paperOrders.orderId))
    .limit(of.limit);
  return oldestFirst(rows, of).map(toOrder);
}

async function listTrades(db: Db, of: Listing): Promise<TradeRow[]> {
  const rows = await db
    .select()
    .from(paperTrades)
    .where(
      and(
        eq(paperTrades.apiKey, of.apiKey),
        eq(paperTrades.symbol, of.symbol),
        of.orderId === undefined ? undefined : eq(paperTrades.orderId, of.orderId),
        of.fromId === undefined ? undefined : gte(paperTrades.tradeId, of.fromId),
        of.startTime === undefined ? undefined : gte(paperTrades.time, of.startTime),
        of.endTime === undefined ? undefined : lte(paperTrades.time, of.endTime),
      ),
    )
    .orderBy(isForward(of) ? asc(paperTrades.tradeId) : desc(paperTrades.tradeId))
    .limit(of.limit);
  return oldestFirst(rows, of);
}
