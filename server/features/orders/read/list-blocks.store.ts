import { ZERO } from '#contracts/rules/decimal.ts';
import { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Market, Side } from '#contracts/symbol.ts';
import type { Db } from '../../../db/database.ts';
import { keys } from '../../../db/schema/keys.ts';
import { orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import { readPage } from '../store/block-view.store.ts';

export interface BlockFilter {
  market: Market;
  symbol: string;
  counterEarning: boolean;
  section: Side | 'history';
  /** Name of the main key; null is the active one, and in the history those that were deleted as well. */
  keyName: string | null;
}

export interface PageOrder {
  direction: 'asc' | 'desc';
  /** Ranks blocks by their targets first: the rank of both, only a take profit, only a stop loss, none. */
  targetRanks: readonly [number, number, number, number] | null;
}

/** An order that was filled, or an entry that ended on the exchange without its owner asking for it here. */
export function isForHistory(): SQL | undefined {
  const { leg, state, cancelAsked, exchangeOrderId, filledQuantity } = orders;
  const isOver = inArray(state, ['cancelled', 'expired']);
  const endedOutside = and(eq(leg, 'entry'), isOver, eq(cancelAsked, false), isNotNull(exchangeOrderId));
  return or(gt(filledQuantity, ZERO), endedOutside);
}

function rowsOf(db: Db, section: BlockFilter['section']): SQL | undefined {
  if (section !== 'history') return and(eq(orderBlocks.open, true), eq(orderBlocks.section, section));
  const filled = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, orderBlocks.userId), eq(orders.blockId, orderBlocks.id), isForHistory()));
  return and(eq(orderBlocks.open, false), exists(filled));
}

const activeKey = (section: BlockFilter['section']): SQL | undefined =>
  section === 'history' ? or(eq(keys.active, true), isNotNull(keys.deletedAt)) : eq(keys.active, true);

function targetRank([both, takeProfit, stopLoss, none]: readonly [number, number, number, number]): SQL {
  const { takeProfits, stop } = orderBlocks;
  const profit = sql`${takeProfits} <> '[]'`;
  return sql`case when ${profit} and ${stop} is not null then ${both}::int
    when ${profit} then ${takeProfit}::int when ${stop} is not null then ${stopLoss}::int else ${none}::int end`;
}

type DateColumn = typeof orderBlocks.createdAt | typeof orderBlocks.closedAt;

/** By date, ties by id, so that pages neither overlap nor leave out. */
export function ordered({ direction, targetRanks }: PageOrder, date: DateColumn = orderBlocks.createdAt): SQL[] {
  const along = direction === 'asc' ? asc : desc;
  const ranked = targetRanks ? [asc(targetRank(targetRanks))] : [];
  return [...ranked, along(date), along(orderBlocks.id)];
}

/** A person's blocks of a pair, by the main key that they stand under. */
export function blockListStore(db: Db, owner: string) {
  const matching = (filter: BlockFilter) =>
    and(
      eq(orderBlocks.userId, owner),
      eq(orderBlocks.market, filter.market),
      eq(orderBlocks.symbol, filter.symbol),
      eq(orderBlocks.counterEarning, filter.counterEarning),
      filter.keyName === null ? activeKey(filter.section) : eq(keys.name, filter.keyName),
      rowsOf(db, filter.section),
    );
  const underMain = and(
    eq(positions.userId, orderBlocks.userId),
    eq(positions.blockId, orderBlocks.id),
    eq(positions.ordinal, 0),
  );
  const ofKey = and(eq(keys.userId, positions.userId), eq(keys.id, positions.keyId));
  const found = (filter: BlockFilter) =>
    db
      .select({ id: orderBlocks.id })
      .from(orderBlocks)
      .innerJoin(positions, underMain)
      .innerJoin(keys, ofKey)
      .where(matching(filter));
  return {
    /** The blocks of a page and how many there are in all, in one statement. */
    async page(filter: BlockFilter, by: PageOrder, rows: { limit: number; offset: number }) {
      const order = ordered(by);
      const ids = found(filter)
        .orderBy(...order)
        .limit(rows.limit)
        .offset(rows.offset);
      const where = and(eq(orderBlocks.userId, owner), inArray(orderBlocks.id, ids));
      const counted = db.select({ total: count() }).from(found(filter).as('found'));
      const page = await readPage(db, { where, order, total: counted });
      if (page || rows.offset === 0) return page ?? { views: [], total: 0 };
      const [row] = await counted;
      return { views: [], total: row?.total ?? 0 };
    },
    async newestFirst(filter: BlockFilter): Promise<string[]> {
      const order = ordered({ direction: 'desc', targetRanks: null });
      const rows = await found(filter).orderBy(...order);
      return rows.map(({ id }) => id);
    },
  };
}
