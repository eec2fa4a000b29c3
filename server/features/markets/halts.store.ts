import { sql } from 'drizzle-orm';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../db/database.ts';
import { tradedPairs } from '../../db/schema/markets.ts';

export interface TradedPair {
  market: Market;
  symbol: string;
  haltedSince: number | null;
}

const ROWS_PER_CALL = 5000;

export const haltsStore = (db: Db) => ({
  all: () => db.select().from(tradedPairs),
  /** Of two processes that see the same halt, the first time counts. */
  async upsert(rows: readonly TradedPair[]): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_PER_CALL) {
      await db
        .insert(tradedPairs)
        .values(rows.slice(from, from + ROWS_PER_CALL))
        .onConflictDoUpdate({
          target: [tradedPairs.market, tradedPairs.symbol],
          set: {
            haltedSince: sql`case when excluded.halted_since is null then null
              else coalesce(${tradedPairs.haltedSince}, excluded.halted_since) end`,
          },
        });
    }
  },
});
