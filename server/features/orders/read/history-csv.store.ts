import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { keys } from '../../../db/schema/keys.ts';
import { fills, orderBlocks, orders } from '../../../db/schema/orders.ts';

const columns = {
  keyId: fills.keyId,
  tradedAt: fills.tradedAt,
  tradeId: fills.tradeId,
  price: fills.price,
  quantity: fills.quantity,
  commission: fills.commission,
  commissionAsset: fills.commissionAsset,
  symbol: fills.symbol,
  blockId: orders.blockId,
  leg: orders.leg,
  side: orders.side,
  section: orderBlocks.section,
  market: orderBlocks.market,
  keyName: keys.name,
};

/** A person's trades, oldest first. */
export function tradesStore(db: Db, owner: string) {
  const read = (condition: SQL | undefined, limit: number) =>
    db
      .select(columns)
      .from(fills)
      .innerJoin(orders, and(eq(orders.userId, fills.userId), eq(orders.id, fills.orderId)))
      .innerJoin(orderBlocks, and(eq(orderBlocks.userId, orders.userId), eq(orderBlocks.id, orders.blockId)))
      .leftJoin(keys, and(eq(keys.userId, fills.userId), eq(keys.id, fills.keyId)))
      .where(and(eq(fills.userId, owner), condition))
      .orderBy(asc(fills.tradedAt), asc(fills.keyId), asc(fills.symbol), asc(fills.tradeId))
      .limit(limit);
  return {
    first: (limit: number): Promise<TradeRow[]> => read(undefined, limit),
    after: ({ tradedAt, keyId, symbol, tradeId }: TradeRow, limit: number): Promise<TradeRow[]> =>
      read(
        gt(
          sql`(${fills.tradedAt}, ${fills.keyId}, ${fills.symbol}, ${fills.tradeId})`,
          sql`(${tradedAt}::bigint, ${keyId}::uuid, ${symbol}::text, ${tradeId}::text)`,
        ),
        limit,
      ),
  };
}

export interface TradeRow extends Pick<
  typeof fills.$inferSelect,
  'keyId' | 'tradedAt' | 'tradeId' | 'price' | 'quantity'
> {
  commission: (typeof fills.$inferSelect)['commission'];
  commissionAsset: string;
  symbol: string;
  blockId: string;
  leg: string;
  side: string;
  section: string;
  market: string;
  /** Null once the key is gone. */
  keyName: string | null;
}
