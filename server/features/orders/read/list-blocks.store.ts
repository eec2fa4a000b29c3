import { ZERO } from '#contracts/rules/decimal.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import type { Market, Side } from '#contracts/symbol.ts';
import type { Db } from '../../../db/database.ts';
import { preparedShapes } from '../../../db/prepared.ts';
import { keys } from '../../../db/schema/keys.ts';
import { orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import { blockVersion } from '../store/block-version.store.ts';

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
function isForHistory(): SQL | undefined {
  const { leg, state, cancelAsked, exchangeOrderId, filledQuantity } = orders;
  const isOver = inArray(state, ['cancelled', 'expired']);
  const endedOutside = and(eq(leg, 'entry'), isOver, eq(cancelAsked, false), isNotNull(exchangeOrderId));
  return or(gt(filledQuantity, ZERO), endedOutside);
}

/** Of a block: something of its own was filled, or taken over from others, and did not go over to another block since. */
export function hasResult(db: Db, isOfKey?: SQL): SQL {
  const { userId, blockId, id, endReason, carried } = positions;
  const own = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.positionId, id), isForHistory()));
  const stayed = or(isNull(endReason), notInArray(endReason, ['joined', 'split']));
  const ofBlock = and(eq(userId, orderBlocks.userId), eq(blockId, orderBlocks.id), stayed, isOfKey);
  const traded = or(sql`jsonb_array_length(${carried}) > 0`, exists(own));
  return exists(db.select({ id }).from(positions).where(and(ofBlock, traded)));
}

function rowsOf(db: Db, section: Shape['section']): SQL | undefined {
  if (section === 'open') return and(eq(orderBlocks.open, true), eq(orderBlocks.section, sql.placeholder('side')));
  return and(eq(orderBlocks.open, false), hasResult(db));
}

export const activeKey = (section: Shape['section']): SQL | undefined =>
  section === 'history' ? or(eq(keys.active, true), isNotNull(keys.deletedAt)) : eq(keys.active, true);

/**
 * Whose main position is on such a key of the owner's. The key is a value, so that it is looked up for each block: a
 * condition would be turned round, and all positions that the key ever had would be read to find a page of open ones.
 */
export function underMain(db: Db, isKey: SQL | undefined): SQL {
  const mainKey = db
    .select({ keyId: positions.keyId })
    .from(positions)
    .where(
      and(eq(positions.userId, orderBlocks.userId), eq(positions.blockId, orderBlocks.id), eq(positions.ordinal, 0)),
    )
    .limit(1);
  const those = db
    .select({ id: keys.id })
    .from(keys)
    .where(and(eq(keys.userId, sql.placeholder('owner')), isKey));
  return sql`${mainKey} = any(array${those})`;
}

const RANKS = ['both', 'takeProfit', 'stopLoss', 'none'] as const;

function targetRank(): SQL {
  const [both, takeProfit, stopLoss, none] = RANKS.map((name) => sql`${sql.placeholder(name)}::int`);
  const { takeProfits, stop } = orderBlocks;
  const profit = sql`${takeProfits} <> '[]'`;
  return sql`case when ${profit} and ${stop} is not null then ${both}
    when ${profit} then ${takeProfit} when ${stop} is not null then ${stopLoss} else ${none} end`;
}

/** The values of the placeholders in an order. */
export const rankValues = ({ targetRanks }: PageOrder): Record<string, number> =>
  Object.fromEntries(RANKS.map((name, at) => [name, targetRanks?.[at] ?? 0]));

type DateColumn = typeof orderBlocks.createdAt | typeof orderBlocks.closedAt;

export type OrderShape = Pick<PageOrder, 'direction'> & { isRanked: boolean };
export const orderShape = ({ direction, targetRanks }: PageOrder): OrderShape => ({
  direction,
  isRanked: targetRanks !== null,
});

/** By date, ties by id, so that pages neither overlap nor leave out. */
export function ordered({ direction, isRanked }: OrderShape, date: DateColumn = orderBlocks.createdAt): SQL[] {
  const along = direction === 'asc' ? asc : desc;
  const ranked = isRanked ? [asc(targetRank())] : [];
  return [...ranked, along(date), along(orderBlocks.id)];
}

/** Of each block of a page, and of how many blocks it is a page. */
export const PAGE_COLUMNS = {
  id: orderBlocks.id,
  version: blockVersion(),
  total: sql`count(*) over ()`.mapWith(Number).as('total'),
};

interface Shape extends OrderShape {
  section: 'open' | 'history';
  /** Of the main key of a name, not of the active one. */
  isNamed: boolean;
}

/** The statements of one kind of list. */
const lists = preparedShapes((db, { section, isNamed, ...order }: Shape) => {
  const given = sql.placeholder;
  // What is always the same stands in the statement, so that PostgreSQL's plan for any values is as good as one for these.
  const matching = and(
    eq(orderBlocks.userId, given('owner')),
    eq(orderBlocks.market, given('market')),
    eq(orderBlocks.symbol, given('symbol')),
    eq(orderBlocks.counterEarning, given('counterEarning')),
    underMain(db, isNamed ? eq(keys.name, given('keyName')) : activeKey(section)),
    rowsOf(db, section),
  )?.inlineParams();
  const rows = <Columns extends SelectedFields>(columns: Columns) =>
    db.select(columns).from(orderBlocks).where(matching);
  const sorted = ordered(order);
  return {
    page: rows(PAGE_COLUMNS)
      .orderBy(...sorted)
      .limit(given('limit'))
      .offset(given('offset'))
      .prepare('page_of_blocks'),
    count: rows({ total: count() }).prepare('count_of_blocks'),
    all: rows({ id: orderBlocks.id })
      .orderBy(...sorted)
      .prepare('all_blocks'),
  };
});

/** A person's blocks of a pair, by the main key that they stand under. */
export function blockListStore(db: Db, owner: string) {
  const of = ({ section: wanted, keyName, ...filter }: BlockFilter, by: PageOrder) => {
    const section = wanted === 'history' ? ('history' as const) : ('open' as const);
    return {
      statements: lists(db, { section, isNamed: keyName !== null, ...orderShape(by) }),
      values: { ...filter, owner, keyName, side: wanted, ...rankValues(by) },
    };
  };
  return {
    /** The blocks of a page and how many there are in all, in one statement. */
    async page(filter: BlockFilter, by: PageOrder, rows: { limit: number; offset: number }) {
      const { statements, values } = of(filter, by);
      const found = await statements.page.execute({ ...values, ...rows });
      if (found.length > 0 || rows.offset === 0) return { found, total: found[0]?.total ?? 0 };
      const [row] = await statements.count.execute(values);
      return { found, total: row?.total ?? 0 };
    },
    async newestFirst(filter: BlockFilter): Promise<string[]> {
      const { statements, values } = of(filter, { direction: 'desc', targetRanks: null });
      return (await statements.all.execute(values)).map(({ id }) => id);
    },
  };
}
