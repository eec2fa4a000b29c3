import { and, count, eq, exists, gte, lt, sql } from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../../../db/database.ts';
import { preparedShapes } from '../../../../db/prepared.ts';
import { blockNotes, orderBlocks, positions } from '../../../../db/schema/orders.ts';
import {
  activeKey,
  hasResult,
  ordered,
  orderShape,
  type OrderShape,
  PAGE_COLUMNS,
  type PageOrder,
  rankValues,
  underMain,
} from '../list-blocks.store.ts';

/** Which ended blocks; null where it is not asked about. */
export interface EndedFilter {
  market: Market | null;
  /** The exchange's name. */
  symbol: string | null;
  counterEarning: boolean | null;
  /** Blocks that this key has a part in; null asks for the scope. */
  keyId: string | null;
  /** Blocks of the active main key, or of every key; null is the active main key's and those of main keys that were deleted. */
  scope: 'group' | 'all' | null;
  from: number | null;
  before: number | null;
  tag: string | null;
}

interface Shape extends OrderShape {
  scope: EndedFilter['scope'];
  /** What is asked about. */
  given: (keyof EndedFilter)[];
}

const tagged = (db: Db) =>
  exists(
    db
      .select({ blockId: blockNotes.blockId })
      .from(blockNotes)
      .where(
        and(
          eq(blockNotes.userId, orderBlocks.userId),
          eq(blockNotes.blockId, orderBlocks.id),
          sql`${sql.placeholder('tag')}::text = any(${blockNotes.tags})`,
        ),
      ),
  );

const lists = preparedShapes((db, { scope, given, ...order }: Shape) => {
  const is = (name: keyof EndedFilter) => given.includes(name);
  const value = sql.placeholder;
  const matching = and(
    eq(orderBlocks.userId, value('owner')),
    eq(orderBlocks.open, false),
    is('market') ? eq(orderBlocks.market, value('market')) : undefined,
    is('symbol') ? eq(orderBlocks.symbol, value('symbol')) : undefined,
    is('counterEarning') ? eq(orderBlocks.counterEarning, value('counterEarning')) : undefined,
    is('from') ? gte(orderBlocks.closedAt, value('from')) : undefined,
    is('before') ? lt(orderBlocks.closedAt, value('before')) : undefined,
    is('tag') ? tagged(db) : undefined,
    hasResult(db, is('keyId') ? eq(positions.keyId, value('keyId')) : undefined),
    is('keyId') || scope === 'all' ? undefined : underMain(db, activeKey(scope === null ? 'history' : 'open')),
  )?.inlineParams();
  const rows = <Columns extends SelectedFields>(columns: Columns) =>
    db.select(columns).from(orderBlocks).where(matching);
  const sorted = ordered(order, orderBlocks.closedAt);
  return {
    all: rows({ id: orderBlocks.id })
      .orderBy(...sorted)
      .prepare('all_ended'),
    page: rows(PAGE_COLUMNS)
      .orderBy(...sorted)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare('page_of_ended'),
    count: rows({ total: count() }).prepare('count_of_ended'),
  };
});

/** A person's blocks that ended with something filled, or on the exchange; their date is that of their end. */
export function historyStore(db: Db, owner: string) {
  const statementsOf = (of: EndedFilter, by: PageOrder) => {
    const names = Object.keys(of) as (keyof EndedFilter)[];
    const given = names.filter((name) => of[name] !== null).toSorted();
    return lists(db, { scope: of.scope, given, ...orderShape(by) });
  };
  return {
    async latestFirst(of: EndedFilter): Promise<string[]> {
      const { all } = statementsOf(of, { direction: 'desc', targetRanks: null });
      return (await all.execute({ ...of, owner })).map(({ id }) => id);
    },
    async page(of: EndedFilter, by: PageOrder, rows: { limit: number; offset: number }) {
      const statements = statementsOf(of, by);
      const values = { ...of, ...rankValues(by), ...rows, owner };
      const found = await statements.page.execute(values);
      if (found.length > 0 || rows.offset === 0) return { found, total: found[0]?.total ?? 0 };
      const [counted] = await statements.count.execute(values);
      return { found, total: counted?.total ?? 0 };
    },
  };
}
