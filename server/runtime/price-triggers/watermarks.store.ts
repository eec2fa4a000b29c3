import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { priceWatermarks } from '../../db/schema/runtime.ts';
import type { Mark } from './pair-feed.ts';

export interface Pair {
  market: string;
  symbol: string;
}

export interface Watermark extends Pair {
  mark: Mark;
}

export const pairKey = ({ market, symbol }: Pair): string => `${market}.${symbol}`;

/** Up to when each pair's prices were evaluated against the levels of one kind. */
export function watermarksStore(db: Db, scope: 'alerts' | 'conditions' | 'positions' | 'bots') {
  return {
    /** By `pairKey`. */
    async read(): Promise<ReadonlyMap<string, Mark>> {
      const rows = await db.select().from(priceWatermarks).where(eq(priceWatermarks.scope, scope));
      return new Map(rows.map((row) => [pairKey(row), { price: row.price, time: row.evaluatedAt }]));
    },
    /** A newer one that another process wrote stays. */
    async save(marks: readonly Watermark[]): Promise<void> {
      if (marks.length === 0) return;
      await db
        .insert(priceWatermarks)
        .values(
          marks.map(({ market, symbol, mark: { price, time } }) => ({
            scope,
            market,
            symbol,
            price,
            evaluatedAt: time,
          })),
        )
        .onConflictDoUpdate({
          target: [priceWatermarks.scope, priceWatermarks.market, priceWatermarks.symbol],
          set: { price: sql`excluded.price`, evaluatedAt: sql`excluded.evaluated_at` },
          setWhere: sql`excluded.evaluated_at > ${priceWatermarks.evaluatedAt}`,
        });
    },
  };
}
export type WatermarksStore = ReturnType<typeof watermarksStore>;
