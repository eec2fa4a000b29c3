import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core';
import { decimal, epochMs } from './types.ts';

/** The paper exchange's own books, apart from the product's tables: to Tandem it is an exchange like any other. */
export const paper = pgSchema('paper');

/** One row. Each start takes the next epoch; a process whose epoch has passed can write nothing more. */
export const paperExchange = paper.table('exchange', {
  id: integer().primaryKey(),
  epoch: integer().notNull(),
});

export const paperAccounts = paper.table('accounts', {
  apiKey: text('api_key').primaryKey(),
  /** The paper exchange must sign with it, as a real exchange does; it guards play money only. */
  secret: text().notNull(),
  /** What the key may do: { spot, withdraw, ip, revoked }. */
  rights: jsonb().notNull(),
  createdAt: epochMs('created_at').notNull(),
});

/** By account, and for the exchange itself: '#house' is everyone's counterparty, '#fees' holds what it earned. */
export const paperBalances = paper.table(
  'balances',
  {
    apiKey: text('api_key').notNull(),
    asset: text().notNull(),
    free: decimal().notNull(),
    locked: decimal().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.apiKey, table.asset] }),
    check('paper_balances_covered', sql`${table.free} >= 0 and ${table.locked} >= 0`),
  ],
);

export const paperOrders = paper.table(
  'orders',
  {
    orderId: bigint('order_id', { mode: 'number' }).primaryKey(),
    apiKey: text('api_key').notNull(),
    symbol: text().notNull(),
    clientOrderId: text('client_order_id').notNull(),
    side: text().notNull(),
    type: text().notNull(),
    timeInForce: text('time_in_force').notNull(),
    price: decimal().notNull(),
    stopPrice: decimal('stop_price').notNull(),
    quantity: decimal().notNull(),
    quoteOrderQty: decimal('quote_order_qty').notNull(),
    executedQty: decimal('executed_qty').notNull(),
    cummulativeQuoteQty: decimal('cummulative_quote_qty').notNull(),
    /** Kept from trading by self-trade prevention. */
    preventedQty: decimal('prevented_qty')
      .notNull()
      .default(sql`0`),
    status: text().notNull(),
    orderListId: integer('order_list_id').notNull().default(-1),
    /** Whatever a type of order needs beyond these columns. */
    details: jsonb().notNull(),
    time: epochMs().notNull(),
    updateTime: epochMs('update_time').notNull(),
    /** Null while it waits for its trigger or its list's entry. */
    workingTime: epochMs('working_time'),
  },
  (table) => [
    index('paper_orders_list')
      .on(table.orderListId)
      .where(sql`${table.orderListId} >= 0`),
    index('paper_orders_account').on(table.apiKey, table.symbol, table.orderId),
    index('paper_orders_open').on(table.status, table.symbol),
    index('paper_orders_client').on(table.apiKey, table.clientOrderId),
  ],
);

/** Orders that belong together; which ones, and in which order, their own rows say. */
export const paperOrderLists = paper.table(
  'order_lists',
  {
    orderListId: integer('order_list_id').primaryKey(),
    apiKey: text('api_key').notNull(),
    symbol: text().notNull(),
    clientListId: text('client_list_id').notNull(),
    contingency: text().notNull(),
    status: text().notNull(),
    /** The legs' quantity is what the first order brings in. */
    paysLegs: boolean('pays_legs').notNull(),
    /** What that order brought in so far, kept for the legs until they go to work. */
    locked: decimal().notNull(),
    time: epochMs().notNull(),
  },
  (table) => [
    index('paper_order_lists_account').on(table.apiKey, table.orderListId),
    index('paper_order_lists_client').on(table.apiKey, table.clientListId),
  ],
);

/** Trade ids count up within a symbol, as on the real exchange. */
export const paperTrades = paper.table(
  'trades',
  {
    tradeId: bigint('trade_id', { mode: 'number' }).notNull(),
    apiKey: text('api_key').notNull(),
    symbol: text().notNull(),
    orderId: bigint('order_id', { mode: 'number' }).notNull(),
    isBuyer: boolean('is_buyer').notNull(),
    isMaker: boolean('is_maker').notNull(),
    price: decimal().notNull(),
    quantity: decimal().notNull(),
    commission: decimal().notNull(),
    commissionAsset: text('commission_asset').notNull(),
    time: epochMs().notNull(),
  },
  (table) => [
    /** Two accounts may be the two sides of one trade. */
    primaryKey({ columns: [table.symbol, table.tradeId, table.isBuyer] }),
    index('paper_trades_account').on(table.apiKey, table.symbol, table.tradeId),
  ],
);

/** Where each symbol's price stood, so that a restart goes on from there. */
export const paperPrices = paper.table('prices', {
  symbol: text().primaryKey(),
  price: decimal().notNull(),
  time: epochMs().notNull(),
  /** The last trade id given out. */
  tradeId: bigint('trade_id', { mode: 'number' }).notNull(),
  /** Set through the control server: the simulation leaves it alone. */
  pinned: boolean().notNull(),
});
