import { and, asc, count, desc, eq, exists, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Market, Side } from '#contracts/symbol.ts';
import type { Db } from '../../../db/client.ts';
import { keys } from '../../../db/schema/keys.ts';
import { orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import { ZERO } from '../../../lib/decimal.ts';

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

function rowsOf(db: Db, section: BlockFilter['section']): SQL | undefined {
  if (section !== 'history') return and(eq(orderBlocks.open, true), eq(orderBlocks.section, section));
  const filled = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(eq(orders.userId, orderBlocks.userId), eq(orders.blockId, orderBlocks.id), gt(orders.filledQuantity, ZERO)),
    );
  return and(eq(orderBlocks.open, false), exists(filled));
}

const activeKey = (section: BlockFilter['section']): SQL | undefined =>
  section === 'history' ? or(eq(keys.active, true), isNotNull(keys.deletedAt)) : eq(keys.active, true);

function targetRank([both, takeProfit, stopLoss, none]: readonly [number, number, number, number]): SQL {
  const { takeProfit: profit, stopLoss: stop } = orderBlocks;
  return sql`case when ${profit} is not null and ${stop} is not null then ${both}::int
    when ${profit} is not null then ${takeProfit}::int when ${stop} is not null then ${stopLoss}::int else ${none}::int end`;
}

/** Ids of a person's blocks of a pair, by the main key that they stand under. */
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
  return {
    async count(filter: BlockFilter): Promise<number> {
      const [row] = await db
        .select({ total: count() })
        .from(orderBlocks)
        .innerJoin(positions, underMain)
        .innerJoin(keys, ofKey)
        .where(matching(filter));
      return row?.total ?? 0;
    },
    /** By date, ties by id, so that pages neither overlap nor leave out. */
    async page(filter: BlockFilter, order: PageOrder, rows?: { limit: number; offset: number }): Promise<string[]> {
      const along = order.direction === 'asc' ? asc : desc;
      const found = await db
        .select({ id: orderBlocks.id })
        .from(orderBlocks)
        .innerJoin(positions, underMain)
        .innerJoin(keys, ofKey)
        .where(matching(filter))
        .orderBy(
          ...(order.targetRanks ? [asc(targetRank(order.targetRanks))] : []),
          along(orderBlocks.createdAt),
          along(orderBlocks.id),
        )
        .limit(rows?.limit ?? Number.MAX_SAFE_INTEGER)
        .offset(rows?.offset ?? 0);
      return found.map(({ id }) => id);
    },
  };
}
