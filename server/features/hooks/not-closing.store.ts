import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { orderBlocks, orders, positions } from '../../db/schema/index.ts';

/** An order of the main key's part of a block: what became of a copy is another matter. */
export const isMain = and(
  eq(positions.userId, orders.userId),
  eq(positions.id, orders.positionId),
  eq(positions.ordinal, 0),
);

/** A close that the exchange refused is over: what it was to sell is still there. */
const isCloseRefused = sql`coalesce((select ${orders.state} = 'rejected' from ${orders} join ${positions}
  on ${and(isMain, eq(orders.leg, 'close'), isNull(positions.endedAt))} and ${orders.placedAt} >= ${positions.retriedAt}
  where ${orders.userId} = ${orderBlocks.userId} and ${orders.blockId} = ${orderBlocks.id}
  order by ${orders.attempt} desc limit 1), false)`;

/** Whether a block is not being closed. */
export const isNotClosing = or(ne(orderBlocks.ending, 'close'), isCloseRefused);
