import { and, between, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { candleChunks } from '../../../db/schema/backtests.ts';

export interface ChunkOf {
  place: string;
  symbol: string;
  interval: string;
}

/** Bars of exchanges that are over, kept for all people. */
export const candleChunksStore = (db: Db) => ({
  async find({ place, symbol, interval }: ChunkOf, [first, last]: [number, number]): Promise<Map<number, Buffer>> {
    const rows = await db
      .select({ chunk: candleChunks.chunk, bars: candleChunks.bars })
      .from(candleChunks)
      .where(
        and(
          eq(candleChunks.place, place),
          eq(candleChunks.symbol, symbol),
          eq(candleChunks.interval, interval),
          between(candleChunks.chunk, first, last),
        ),
      );
    return new Map(rows.map(({ chunk, bars }) => [chunk, bars]));
  },
  keep: async (of: ChunkOf, chunk: number, bars: Buffer): Promise<void> => {
    await db
      .insert(candleChunks)
      .values({ ...of, chunk, bars })
      .onConflictDoNothing();
  },
});
export type CandleChunks = ReturnType<typeof candleChunksStore>;
