import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { decimal, epochMs } from './types.ts';

export const orderBlocks = pgTable(
  'order_blocks',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    market: text().notNull(),
    /** The exchange's name: XRPUSDT. */
    symbol: text().notNull(),
    section: text({ enum: ['buy', 'sell'] }).notNull(),
    counterEarning: boolean('counter_earning').notNull(),
    /** False once it left the open rows: removed, closed or rejected. */
    open: boolean().notNull().default(true),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('order_blocks_open').on(table.userId, table.market, table.symbol, table.open),
  ],
);

/** One order sent for a block, written before it is sent. `state` follows the exchange, never runs ahead of it. */
export const orders = pgTable(
  'orders',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    blockId: uuid('block_id').notNull(),
    keyId: uuid('key_id').notNull(),
    market: text().notNull(),
    symbol: text().notNull(),
    leg: text({ enum: ['entry'] }).notNull(),
    clientOrderId: text('client_order_id').notNull().unique(),
    exchangeOrderId: text('exchange_order_id'),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    price: decimal().notNull(),
    quantity: decimal().notNull(),
    state: text({
      enum: ['sending', 'unknown', 'pending', 'open', 'partly-filled', 'filled', 'cancelled', 'expired', 'rejected'],
    }).notNull(),
    reason: text(),
    filledQuantity: decimal('filled_quantity').notNull(),
    filledCounterQuantity: decimal('filled_counter_quantity').notNull(),
    placedAt: epochMs('placed_at').notNull(),
    filledAt: epochMs('filled_at'),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('orders_block').on(table.userId, table.blockId),
    index('orders_state').on(table.state),
  ],
);

/** Trades as the exchange reported them, each once by (key, symbol, trade id). */
export const fills = pgTable(
  'fills',
  {
    userId: uuid('user_id').notNull(),
    keyId: uuid('key_id').notNull(),
    symbol: text().notNull(),
    tradeId: text('trade_id').notNull(),
    orderId: uuid('order_id').notNull(),
    price: decimal().notNull(),
    quantity: decimal().notNull(),
    commission: decimal().notNull(),
    commissionAsset: text('commission_asset').notNull(),
    tradedAt: epochMs('traded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyId, table.symbol, table.tradeId] }),
    index('fills_order').on(table.userId, table.orderId),
  ],
);

/** M-06: the answer first given to an order call, kept at least 24 h; the same call again gets the same answer. */
export const orderRequests = pgTable(
  'order_requests',
  {
    userId: uuid('user_id').notNull(),
    requestKey: text('request_key').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb(),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.requestKey] })],
);
