import { and, asc, desc, eq, gte, inArray, lte, max, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import {
  paperAccounts,
  paperBalances,
  paperExchange,
  paperOrderLists,
  paperOrders,
  paperPrices,
  paperTrades,
} from '../../../db/schema/paper.ts';
import { FEES, type Holding, MARKET_MAKER } from '../../../domain/matching/model/matching-account.ts';
import { FULL_RIGHTS, type PaperAccount, type Rights, paperAccount } from '../paper-account.ts';
import { type Listing, isForward, oldestFirst } from './listing.ts';
import {
  type ListKey,
  type OrderKey,
  findList,
  listsBetween,
  preventedMatchesOf,
  openOrders,
  findOrder,
  ordersBetween,
} from './orders.store.ts';

export type BooksStore = ReturnType<typeof booksStore>;
export type TradeRow = typeof paperTrades.$inferSelect;

async function readHoldings(db: Db, keys: string[]): Promise<Holding[]> {
  const rows = await db.select().from(paperBalances).where(inArray(paperBalances.apiKey, keys));
  return rows.map(({ apiKey, asset, free, locked }) => ({ owner: apiKey, asset, free, locked }));
}

async function readAccounts(db: Db, keys: string[]): Promise<PaperAccount[]> {
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
  return rows.map(({ apiKey: id, secret, rights, createdAt }) => {
    const updateTime = lastUpdate.get(id) ?? createdAt;
    const stored = { id, secret, rights: { ...FULL_RIGHTS, ...(rights as Partial<Rights>) }, createdAt, updateTime };
    return paperAccount(stored, new Map((held.get(id) ?? []).map((holding) => [holding.asset, holding])));
  });
}

export function booksStore(db: Db) {
  return {
    takeEpoch: async (): Promise<number> => {
      const [row] = await db
        .insert(paperExchange)
        .values({ id: 1, epoch: 1 })
        .onConflictDoUpdate({ target: paperExchange.id, set: { epoch: sql`${paperExchange.epoch} + 1` } })
        .returning();
      if (!row) throw new Error('The paper exchange could not register its start.');
      return row.epoch;
    },
    prices: () => db.select().from(paperPrices),
    exchangeHoldings: () => readHoldings(db, [MARKET_MAKER, FEES]),
    lastIds: async () => {
      const [[order], [list], trades] = await Promise.all([
        db.select({ id: max(paperOrders.orderId) }).from(paperOrders),
        db.select({ id: max(paperOrderLists.orderListId) }).from(paperOrderLists),
        db
          .select({ symbol: paperTrades.symbol, id: max(paperTrades.tradeId) })
          .from(paperTrades)
          .groupBy(paperTrades.symbol),
      ]);
      return {
        orderId: order?.id ?? 0,
        listId: list?.id ?? -1,
        tradeIds: new Map(trades.map((row) => [row.symbol, row.id ?? 0])),
      };
    },
    openOrders: () => openOrders(db),
    accounts: (keys: string[]) => readAccounts(db, keys),
    order: (of: OrderKey) => findOrder(db, of),
    orders: (of: Listing) => ordersBetween(db, of),
    preventedMatches: (of: { apiKey: string; symbol: string }) => preventedMatchesOf(db, of),
    list: (of: ListKey) => findList(db, of),
    lists: (of: Omit<Listing, 'symbol'>) => listsBetween(db, of),
    trades: (of: Listing) => listTrades(db, of),
  };
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
