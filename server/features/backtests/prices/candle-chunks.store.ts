import { and, between, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { candleChunks } from '../../../db/schema/backtests.ts';

export interface ChunkOf {
  place: string;
  symbol: string;
  interval: string;
}

/** Packed bars, with what buyers took of them where it is known. */
export interface KeptChunk {
  bars: Buffer;
  flow: Buffer | null;
}

/** Bars of exchanges that are over, kept for all people. */
export const candleChunksStore = (db: Db) => ({
  async find({ place, symbol, interval }: ChunkOf, [first, last]: [number, number]): Promise<Map<number, KeptChunk>> {
    const rows = await db
      .select({ chunk: candleChunks.chunk, bars: candleChunks.bars, flow: candleChunks.flow })
      .from(candleChunks)
      .where(
        and(
          eq(candleChunks.place, place),
          eq(candleChunks.symbol, symbol),
          eq(candleChunks.interval, interval),
          between(candleChunks.chunk, first, last),
        ),
      );
    return new Map(rows.map(({ chunk, bars, flow }) => [chunk, { bars, flow }]));
  },
  keep: async (of: ChunkOf, chunk: number, { bars, flow }: KeptChunk): Promise<void> => {
    await db
      .insert(candleChunks)
      .values({ ...of, chunk, bars, flow })
      .onConflictDoUpdate({
        target: [candleChunks.place, candleChunks.symbol, candleChunks.interval, candleChunks.chunk],
        set: { bars, flow },
        setWhere: isNull(candleChunks.flow),
      });
  },
});
export type CandleChunks = ReturnType<typeof candleChunksStore>;
