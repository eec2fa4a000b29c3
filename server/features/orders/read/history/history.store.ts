import { and, count, eq, exists, gte, isNotNull, lt, or, type SQL } from 'drizzle-orm';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../../../db/database.ts';
import { keys } from '../../../../db/schema/keys.ts';
import { orderBlocks, orders, positions } from '../../../../db/schema/orders.ts';
import { isForHistory, ordered, type PageOrder } from '../list-blocks.store.ts';

/** Which ended blocks; null where it is not asked about. */
export interface EndedFilter {
  market: Market;
  /** The exchange's name. */
  symbol: string | null;
  counterEarning: boolean | null;
  /** Blocks that this key has a part in; null asks for the scope. */
  keyId: string | null;
  /** Blocks of the active main key, or of every key; null is the active main key's and those of main keys that were deleted. */
  scope: 'group' | 'all' | null;
  from: number | null;
  before: number | null;
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

/** A person's blocks that ended with something filled, or on the exchange; their date is that of their end. */
export function historyStore(db: Db, owner: string) {
  const ofBlock = and(eq(orders.userId, orderBlocks.userId), eq(orders.blockId, orderBlocks.id));
  const filledBy = (keyId: string | null) =>
    exists(
      db
        .select({ id: orders.id })
        .from(orders)
        .where(and(ofBlock, isForHistory(), keyId === null ? undefined : eq(orders.keyId, keyId))),
    );
  const underMain = (scope: EndedFilter['scope']) =>
    exists(
      db
        .select({ id: positions.id })
        .from(positions)
        .innerJoin(keys, and(eq(keys.userId, positions.userId), eq(keys.id, positions.keyId)))
        .where(
          and(
            eq(positions.userId, orderBlocks.userId),
            eq(positions.blockId, orderBlocks.id),
            eq(positions.ordinal, 0),
            scope === null ? or(eq(keys.active, true), isNotNull(keys.deletedAt)) : eq(keys.active, true),
          ),
        ),
    );
  const matching = (of: EndedFilter): SQL | undefined =>
    and(
      eq(orderBlocks.userId, owner),
      eq(orderBlocks.open, false),
      eq(orderBlocks.market, of.market),
      of.symbol === null ? undefined : eq(orderBlocks.symbol, of.symbol),
      of.counterEarning === null ? undefined : eq(orderBlocks.counterEarning, of.counterEarning),
      of.from === null ? undefined : gte(orderBlocks.closedAt, of.from),
      of.before === null ? undefined : lt(orderBlocks.closedAt, of.before),
      filledBy(of.keyId),
      of.keyId === null && of.scope !== 'all' ? underMain(of.scope) : undefined,
    );
  const found = (of: EndedFilter, by: PageOrder) =>
    db
      .select({ id: orderBlocks.id })
      .from(orderBlocks)
      .where(matching(of))
      .orderBy(...ordered(by, orderBlocks.closedAt));
  return {
    latestFirst: async (of: EndedFilter): Promise<string[]> =>
      idsOf(await found(of, { direction: 'desc', targetRanks: null })),
    async page(of: EndedFilter, by: PageOrder, { limit, offset }: { limit: number; offset: number }) {
      const [[counted], rows] = await Promise.all([
        db.select({ total: count() }).from(orderBlocks).where(matching(of)),
        found(of, by).limit(limit).offset(offset),
      ]);
      return { total: counted?.total ?? 0, ids: idsOf(rows) };
    },
  };
}
