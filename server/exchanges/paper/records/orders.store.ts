import { ZERO } from '#contracts/rules/decimal.ts';
import { type SQL, and, asc, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { paperOrderLists, paperOrders } from '../../../db/schema/paper.ts';
import { restoredLock, shareLock } from '../../../domain/matching/model/locks.ts';
import { ordersOf } from '../../../domain/matching/model/order-list.ts';
import type { OrderType } from '../../../domain/matching/model/order-type.ts';
import {
  type Contingency,
  type ListStatus,
  type Order,
  type OrderDetails,
  type OrderList,
  type OrderSide,
  type OrderStatus,
  type PreventedMatch,
  type TimeInForce,
  isPending,
} from '../../../domain/matching/model/order.ts';
import type { Pair } from '../../../domain/matching/model/pair.ts';
import { PAIRS } from '../pairs.ts';
import { type Listing, isForward, oldestFirst } from './listing.ts';

type OrderRow = typeof paperOrders.$inferSelect;
type ListRow = typeof paperOrderLists.$inferSelect;

const OPEN: OrderStatus[] = ['NEW', 'PARTIALLY_FILLED', 'PENDING_NEW'];
const NO_LIST = -1;
const pairOf = new Map(PAIRS.map((pair) => [pair.symbol, pair]));

/** By order id, else the latest order of that client id. */
export interface OrderKey {
  apiKey: string;
  symbol: string;
  orderId?: number;
  clientOrderId?: string;
}
/** By list id, else the latest list of that client id. */
export interface ListKey {
  apiKey: string;
  orderListId?: number;
  clientListId?: string;
}

function knownPair(symbol: string): Pair {
  const pair = pairOf.get(symbol);
  if (!pair) throw new Error(`The paper exchange no longer knows ${symbol}, in which it has orders.`);
  return pair;
}

function toOrder(row: OrderRow): Order {
  const order: Order = {
    orderId: row.orderId,
    accountId: row.apiKey,
    pair: knownPair(row.symbol),
    clientOrderId: row.clientOrderId,
    side: row.side as OrderSide,
    type: row.type as OrderType,
    timeInForce: row.timeInForce as TimeInForce,
    price: row.price,
    stopPrice: row.stopPrice,
    quantity: row.quantity,
    quoteOrderQty: row.quoteOrderQty,
    executedQty: row.executedQty,
    executedQuote: row.cummulativeQuoteQty,
    preventedQty: row.preventedQty,
    status: row.status as OrderStatus,
    details: row.details as OrderDetails,
    list: null,
    workingTime: row.workingTime,
    lock: { asset: '', amount: ZERO },
    time: row.time,
    updateTime: row.updateTime,
  };
  order.lock = restoredLock(order);
  return order;
}

function toList(row: ListRow, orders: Order[]): OrderList {
  const contingency = row.contingency as Contingency;
  const [working = null] = contingency === 'OTO' ? orders : [];
  const legs = working ? orders.slice(1) : orders;
  const pair = knownPair(row.symbol);
  const list: OrderList = {
    orderListId: row.orderListId,
    accountId: row.apiKey,
    pair,
    clientListId: row.clientListId,
    contingency,
    status: row.status as ListStatus,
    working,
    legs,
    paysLegs: row.paysLegs,
    lock: { asset: pair.base, amount: legs.some(isPending) ? row.locked : ZERO },
    time: row.time,
  };
  for (const order of orders) order.list = list;
  shareLock(legs);
  return list;
}

async function readLists(db: Db, rows: readonly ListRow[]): Promise<OrderList[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.orderListId);
  const orders = await db
    .select()
    .from(paperOrders)
    .where(inArray(paperOrders.orderListId, ids))
    .orderBy(paperOrders.orderId);
  const byList = Map.groupBy(orders, (row) => row.orderListId);
  return rows.map((row) => toList(row, (byList.get(row.orderListId) ?? []).map(toOrder)));
}

/** The orders of these rows, those of a list together with it. */
async function readOrders(db: Db, rows: readonly OrderRow[]): Promise<Order[]> {
  const ids = [...new Set(rows.map((row) => row.orderListId).filter((id) => id !== NO_LIST))];
  const listRows =
    ids.length === 0 ? [] : await db.select().from(paperOrderLists).where(inArray(paperOrderLists.orderListId, ids));
  const lists = await readLists(db, listRows);
  const listed = new Map(lists.flatMap(ordersOf).map((order) => [order.orderId, order]));
  return rows.map((row) => listed.get(row.orderId) ?? toOrder(row));
}

export async function openOrders(db: Db): Promise<Order[]> {
  return readOrders(
    db,
    await db.select().from(paperOrders).where(inArray(paperOrders.status, OPEN)).orderBy(paperOrders.orderId),
  );
}

export async function findOrder(db: Db, of: OrderKey): Promise<Order | null> {
  const named =
    of.orderId === undefined
      ? eq(paperOrders.clientOrderId, of.clientOrderId ?? '')
      : eq(paperOrders.orderId, of.orderId);
  const mine = and(eq(paperOrders.apiKey, of.apiKey), eq(paperOrders.symbol, of.symbol), named);
  const rows = await db.select().from(paperOrders).where(mine).orderBy(desc(paperOrders.orderId)).limit(1);
  const [order] = await readOrders(db, rows);
  return order ?? null;
}

/** Of an account on a symbol, oldest first. */
export async function preventedMatchesOf(db: Db, of: { apiKey: string; symbol: string }): Promise<PreventedMatch[]> {
  const rows = await db
    .select({ prevented: sql<PreventedMatch[]>`${paperOrders.details} -> 'prevented'` })
    .from(paperOrders)
    .where(
      and(
        eq(paperOrders.apiKey, of.apiKey),
        eq(paperOrders.symbol, of.symbol),
        sql`jsonb_exists(${paperOrders.details}, 'prevented')`,
      ),
    );
  return rows.flatMap(({ prevented }) => prevented).toSorted((one, other) => one.id - other.id);
}

export async function findList(db: Db, of: ListKey): Promise<OrderList | null> {
  const named =
    of.orderListId === undefined
      ? eq(paperOrderLists.clientListId, of.clientListId ?? '')
      : eq(paperOrderLists.orderListId, of.orderListId);
  const mine = and(eq(paperOrderLists.apiKey, of.apiKey), named);
  const rows = await db.select().from(paperOrderLists).where(mine).orderBy(desc(paperOrderLists.orderListId)).limit(1);
  const [list] = await readLists(db, rows);
  return list ?? null;
}

export async function ordersBetween(db: Db, of: Listing): Promise<Order[]> {
  const bounds: (SQL | undefined)[] = [
    eq(paperOrders.apiKey, of.apiKey),
    eq(paperOrders.symbol, of.symbol),
    of.fromId === undefined ? undefined : gte(paperOrders.orderId, of.fromId),
    of.startTime === undefined ? undefined : gte(paperOrders.time, of.startTime),
    of.endTime === undefined ? undefined : lte(paperOrders.time, of.endTime),
  ];
  const rows = await db
    .select()
    .from(paperOrders)
    .where(and(...bounds))
    .orderBy(isForward(of) ? asc(paperOrders.orderId) : desc(paperOrders.orderId))
    .limit(of.limit);
  return readOrders(db, oldestFirst(rows, of));
}

export async function listsBetween(db: Db, of: Omit<Listing, 'symbol'>): Promise<OrderList[]> {
  const bounds: (SQL | undefined)[] = [
    eq(paperOrderLists.apiKey, of.apiKey),
    of.fromId === undefined ? undefined : gte(paperOrderLists.orderListId, of.fromId),
    of.startTime === undefined ? undefined : gte(paperOrderLists.time, of.startTime),
    of.endTime === undefined ? undefined : lte(paperOrderLists.time, of.endTime),
  ];
  const rows = await db
    .select()
    .from(paperOrderLists)
    .where(and(...bounds))
    .orderBy(isForward(of) ? asc(paperOrderLists.orderListId) : desc(paperOrderLists.orderListId))
    .limit(of.limit);
  return readLists(db, oldestFirst(rows, of));
}
