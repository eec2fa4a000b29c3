import { sql } from 'drizzle-orm';
import type { Timing } from '../../domain/exit-plan/timed-exit.ts';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import {
  carriedParts,
  decimal,
  entryLimits,
  entryTrigger,
  epochMs,
  exitsBefore,
  planFacts,
  stop,
  takeProfits,
  takers,
  orderState,
} from './types.ts';

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
    /** False once the block left the open rows: its target filled, or it was closed, removed or rejected. */
    open: boolean().notNull().default(true),
    /** Placed by Tandem, or a copy of a deal made directly on the exchange; or it took over what other blocks held. */
    origin: text({ enum: ['placed', 'outside', 'joined', 'split'] })
      .notNull()
      .default('placed'),
    /** The bot that it belongs to; null for its owner's own. */
    botId: uuid('bot_id'),
    /** The last price when the deal was made, against which a copy may be too late; null where not known. */
    marketPrice: decimal('market_price'),
    /** The intent of its owner, towards which its positions are worked. */
    takeProfits: takeProfits('take_profits')
      .notNull()
      .default(sql`'[]'`),
    stop: stop(),
    /** Counts the exit plans that it was given; 0 while it has one take profit and one stop at most. */
    plan: integer().notNull().default(0),
    /** EX-10: when what time alone decides is due; null where nothing is. */
    timing: jsonb().$type<Timing>(),
    /** EX-14: what the plan took the place of. */
    before: exitsBefore(),
    /** EX-10: when what has not filled of its entry is canceled; null for never. */
    expiresAt: epochMs('expires_at'),
    /** EX-9: what its entry waits for; null for one that is placed at its price. */
    trigger: entryTrigger(),
    ending: text({ enum: ['none', 'remove', 'close'] })
      .notNull()
      .default('none'),
    closedAt: epochMs('closed_at'),
    /** When to work on it again; null when only an event or its owner can change anything. */
    dueAt: epochMs('due_at'),
    /** One process at a time works on a block: the lease's owner, its end, and a fence that grows with each lease. */
    leaseOwner: text('lease_owner'),
    leaseUntil: epochMs('lease_until'),
    fence: integer().notNull().default(0),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('order_blocks_open').on(table.userId, table.market, table.symbol, table.open),
    index('order_blocks_due').on(table.dueAt),
  ],
);

/** UTC epoch ms by our clock; prices are decimals. */
export interface StoredLevels {
  since: number;
  levels: { target: 'take-profit' | 'stop-loss' | 'peak'; price: string; above: boolean }[];
}

/** The part of a block on one key: the main key's first, then one per copy key. */
export const positions = pgTable(
  'positions',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    blockId: uuid('block_id').notNull(),
    keyId: uuid('key_id').notNull(),
    /** 0 is the main key's. */
    ordinal: integer().notNull(),
    price: decimal().notNull(),
    /** Quantity of the entry in base units; 0 for a skipped copy. */
    quantity: decimal().notNull(),
    withTargets: boolean('with_targets').notNull().default(false),
    /** The attempt of the entry that its owner asked for by changing it; 0 where none is to be placed any more. */
    changedEntry: integer('changed_entry').notNull().default(0),
    /** EX-9: what its entry is placed as instead of one order; null for one order. */
    limits: entryLimits(),
    /** The last published state, so that each change is published once. */
    state: text().notNull(),
    /** Why a copy was skipped, or what failed: a code for programs, a sentence for people. */
    skipCode: text('skip_code'),
    reason: text(),
    interference: text({ enum: ['order-cancelled', 'balance-spent', 'order-found'] }),
    released: boolean().notNull().default(false),
    /** Its key is being removed: it is closed whatever becomes of the rest of the block. */
    ending: text({ enum: ['none', 'close'] })
      .notNull()
      .default('none'),
    /** Base units that its owner spent on the exchange and wrote off this position. */
    writtenOff: decimal('written_off')
      .notNull()
      .default(sql`0`),
    /** Its targets were canceled on the exchange and its owner accepted that, until new ones are set. */
    ignoresTargets: boolean('ignores_targets').notNull().default(false),
    /** Null while it is worked on. */
    endReason: text('end_reason', {
      enum: ['take-profit', 'stop-loss', 'closed', 'removed', 'rejected', 'released', 'joined', 'split'],
    }),
    endedAt: epochMs('ended_at'),
    /** When its owner last asked for a retry; earlier refusals no longer count. */
    retriedAt: epochMs('retried_at').notNull().default(0),
    /** When a trade reached the stop that this server watches: from then on the position is sold. */
    stopReachedAt: epochMs('stop_reached_at'),
    /** The prices at which this server acts for it, and since when it watches them; null where there are none. */
    watched: jsonb().$type<StoredLevels>(),
    /** What this server has seen for its exit plan; null where there is nothing. */
    planFacts: planFacts('plan_facts'),
    /** When its owner was notified that it is not protected as intended; null while it is. */
    unprotectedSince: epochMs('unprotected_since'),
    /** What it took over from other blocks; null for a position with an entry of its own. */
    carried: carriedParts(),
    /** Positions that are still to go over to this one. */
    awaits: uuid().array().notNull().default([]),
    /** The positions that it goes over to, by shares; null where it stays. */
    handsTo: takers('hands_to'),
    /** A copy not sent by then is dropped. */
    sendBefore: epochMs('send_before'),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique('positions_key_once').on(table.userId, table.blockId, table.keyId),
    index('positions_key').on(table.userId, table.keyId),
  ],
);

/** The history of a block: append-only. */
export const blockEvents = pgTable(
  'block_events',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    blockId: uuid('block_id').notNull(),
    positionId: uuid('position_id'),
    kind: text().notNull(),
    details: jsonb().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('block_events_block').on(table.userId, table.blockId, table.id),
  ],
);

/** One order sent for a block, stored before it is sent. `state` follows the exchange. */
export const orders = pgTable(
  'orders',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    blockId: uuid('block_id').notNull(),
    positionId: uuid('position_id').notNull(),
    keyId: uuid('key_id').notNull(),
    market: text().notNull(),
    symbol: text().notNull(),
    leg: text({ enum: ['entry', 'take-profit', 'stop-loss', 'rest', 'close'] }).notNull(),
    /** Counts the orders of one leg of a position, from 1. */
    attempt: integer().notNull().default(1),
    clientOrderId: text('client_order_id').notNull().unique(),
    /** Its owner placed it directly on the exchange; what they called it there, and the exchange's id of its list. */
    external: boolean().notNull().default(false),
    externalClientId: text('external_client_id'),
    externalListId: text('external_list_id'),
    clientListId: text('client_list_id'),
    exchangeOrderId: text('exchange_order_id'),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    type: text({
      enum: ['limit', 'limit-maker', 'market', 'stop', 'stop-limit', 'take-profit', 'take-profit-limit'],
    })
      .notNull()
      .default('limit'),
    price: decimal().notNull(),
    stopPrice: decimal('stop_price'),
    quantity: decimal().notNull(),
    state: orderState(),
    reason: text(),
    /** The block's plan that it was placed for, and the number of its target there; 0 is the stop of several. Of an entry of several limits: the limit's number. */
    plan: integer().notNull().default(0),
    target: integer(),
    /** Basis points by which it trails; its stop price is then where its trigger was when it was placed. */
    trailingDelta: integer('trailing_delta'),
    /** We asked for its cancelation: one that ends without it was canceled outside. */
    cancelAsked: boolean('cancel_asked').notNull().default(false),
    expiryReason: text('expiry_reason'),
    filledQuantity: decimal('filled_quantity').notNull(),
    filledCounterQuantity: decimal('filled_counter_quantity').notNull(),
    placedAt: epochMs('placed_at').notNull(),
    filledAt: epochMs('filled_at'),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique('orders_leg_once').on(table.userId, table.positionId, table.leg, table.attempt),
    index('orders_block').on(table.userId, table.blockId),
    index('orders_state').on(table.state),
    index('orders_placed').on(table.userId, table.placedAt),
  ],
);

/** Trades as reported by the exchange, unique by (key, symbol, trade id). */
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
    /** The value of one unit of the commission's asset in counter currency; null where no pair gave it. */
    commissionPrice: decimal('commission_price'),
    tradedAt: epochMs('traded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyId, table.symbol, table.tradeId] }),
    index('fills_order').on(table.userId, table.orderId),
  ],
);

/** M-06: the first response to an order call, kept at least 24 h; a repeated call gets the same response. */
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

/** What a person noted about a block, and the tags it is found by. */
export const blockNotes = pgTable(
  'block_notes',
  {
    userId: uuid('user_id').notNull(),
    blockId: uuid('block_id').notNull(),
    tags: text().array().notNull(),
    note: text().notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.blockId] })],
);
