import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core';
import { decimal, epochMs } from './types.ts';

/** The paper exchange's own data, apart from the product's tables: to Tandem it is an exchange like any other. */
export const paper = pgSchema('paper');

/** One row. Each start takes the next epoch; a process with an older epoch cannot write. */
export const paperExchange = paper.table('exchange', {
  id: integer().primaryKey(),
  epoch: integer().notNull(),
  /** What processes that share this database show to open accounts on an exchange in another process. */
  serviceToken: text('service_token'),
});

export const paperAccounts = paper.table('accounts', {
  apiKey: text('api_key').primaryKey(),
  /** Needed to verify signatures, as on a real exchange; it protects play money only. */
  secret: text().notNull(),
  /** What the key may do: { spot, withdraw, ip, revoked }. */
  rights: jsonb().notNull(),
  createdAt: epochMs('created_at').notNull(),
});

/** By account, and for the exchange itself: '#house' is the market maker, '#fees' holds the fees. */
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
    /** Fields of particular order types. */
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

/** Lists of orders; the rows of orders name their list and their position in it. */
export const paperOrderLists = paper.table(
  'order_lists',
  {
    orderListId: integer('order_list_id').primaryKey(),
    apiKey: text('api_key').notNull(),
    symbol: text().notNull(),
    clientListId: text('client_list_id').notNull(),
    contingency: text().notNull(),
    status: text().notNull(),
    /** The quantity of the legs is what the first order brings in. */
    paysLegs: boolean('pays_legs').notNull(),
    /** What that order brought in so far, reserved for the legs. */
    locked: decimal().notNull(),
    time: epochMs().notNull(),
  },
  (table) => [
    index('paper_order_lists_account').on(table.apiKey, table.orderListId),
    index('paper_order_lists_client').on(table.apiKey, table.clientListId),
  ],
);

/** Trade ids increase within a symbol, as on the real exchange. */
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
    /** One trade may have two accounts as its sides. */
    primaryKey({ columns: [table.symbol, table.tradeId, table.isBuyer] }),
    index('paper_trades_account').on(table.apiKey, table.symbol, table.tradeId),
  ],
);

/** The last price of each symbol, from which a restart continues. */
export const paperPrices = paper.table('prices', {
  symbol: text().primaryKey(),
  price: decimal().notNull(),
  time: epochMs().notNull(),
  /** The last assigned trade id. */
  tradeId: bigint('trade_id', { mode: 'number' }).notNull(),
  /** Set through the control server: the simulation does not move it. */
  pinned: boolean().notNull(),
});
