import { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { Target } from '../../../domain/position/exits.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { orderBlocks, positions, type StoredLevels } from '../../../db/schema/orders.ts';
import type { BlockRef } from './block-view.store.ts';

interface WatchedLevels {
  since: number;
  levels: readonly { target: Target | 'peak'; price: Big; above: boolean }[];
}

interface StoredWatch extends WatchedLevels {
  ref: BlockRef;
  positionId: string;
  market: Market;
  symbol: string;
}

export const storedLevels = ({ since, levels }: WatchedLevels): StoredLevels => ({
  since,
  levels: levels.map(({ target, price, above }) => ({ target, price: price.toFixed(), above })),
});

const levelsOf = ({ levels }: StoredLevels) => levels.map((level) => ({ ...level, price: new Big(level.price) }));

/** All people's levels that this server watches, for the engine. */
export async function storedWatches(db: Db): Promise<StoredWatch[]> {
  const rows = await db
    .select({
      userId: positions.userId,
      positionId: positions.id,
      blockId: positions.blockId,
      watched: positions.watched,
      market: orderBlocks.market,
      symbol: orderBlocks.symbol,
    })
    .from(positions)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, positions.userId), eq(orderBlocks.id, positions.blockId)))
    .where(and(isNull(positions.endedAt), isNotNull(positions.watched)));
  return rows.flatMap(({ userId, blockId, positionId, watched, market, symbol }) => {
    if (!watched) return [];
    const pair = { market: market as Market, symbol };
    return [{ ref: { userId, blockId }, positionId, ...pair, since: watched.since, levels: levelsOf(watched) }];
  });
}
