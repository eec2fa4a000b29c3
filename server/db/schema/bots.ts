import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { BOT_STATES } from '../../contracts/rules/bot-states.ts';
import type { StoredPlan } from '../../contracts/bot-settings.ts';
import type { StoredStop } from '../../contracts/bot-stop.ts';
import type { StopReason } from '../../contracts/rules/bot-ending.ts';
import type { BotNoticeKind } from '../../contracts/rules/bot-notice-kinds.ts';
import type { StoredReplay } from '../../contracts/bot-trust.ts';
import type { DecidedBars } from '../../domain/strategies/signals/decide-bars.ts';
import type { StoredTurtle } from '../../domain/strategies/signals/turtle-levels.ts';
import { decimal, epochMs, orderState } from './types.ts';

/** A stop condition that was met: written down first, so that it is acted on whatever comes between. */
export interface ReachedStop {
  reason: StopReason;
  /** Counter units as text; null for a time. */
  price: string | null;
  /** UTC epoch ms. */
  at: number;
  late: boolean;
  /** The price had come back: its owner is asked. */
  isBack: boolean;
}

/** Base and counter units as text. */
export interface StoredMissing {
  base: string;
  counter: string;
}

/** C-20: a bot that goes on with what a run owns once that has stopped; on the same pair and keys. */
export interface StoredNext {
  botId: string;
  name: string;
  plan: StoredPlan;
  stop: StoredStop;
}

/** A bot as its owner set it up; what it did is in its runs. */
export const bots = pgTable(
  'bots',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    market: text().notNull(),
    /** The exchange's name: XRPUSDT; of a basket any of its pairs, which names its counter currency. */
    symbol: text().notNull(),
    /** The main key. */
    keyId: uuid('key_id').notNull(),
    /** Type and settings as on the wire. */
    plan: jsonb().$type<StoredPlan>().notNull(),
    stop: jsonb().$type<StoredStop>().notNull(),
    /** It waits until a trade reaches this price; null starts at once. */
    startAt: decimal('start_at'),
    copyKeys: boolean('copy_keys').notNull().default(false),
    /** What it notifies its owner of; null for the usual. */
    notices: jsonb().$type<BotNoticeKind[]>(),
    /** C-23: the link that its settings came by. */
    linkId: uuid('link_id'),
    /** C-19: accounts that started a bot from a link of this one. */
    peopleCopied: integer('people_copied').notNull().default(0),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index('bots_key').on(table.userId, table.keyId)],
);

/** The life of a bot on one key, from its start to its stop. */
export const botRuns = pgTable(
  'bot_runs',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    botId: uuid('bot_id').notNull(),
    keyId: uuid('key_id').notNull(),
    market: text().notNull(),
    /** Of a basket all its pairs: '[BTCUSDT BNBUSDT]'. */
    symbol: text().notNull(),
    /** It trades levels by orders of its own, opens deals that are order blocks, or keeps the parts of a basket. */
    engine: text({ enum: ['rounds', 'deals', 'basket'] })
      .notNull()
      .default('rounds'),
    /** 0 is the main key's. */
    ordinal: integer().notNull(),
    state: text({ enum: BOT_STATES }).notNull(),
    stateSince: epochMs('state_since').notNull(),
    reason: text(),
    /** While paused: its orders come down, or rest on. */
    takeDown: boolean('take_down').notNull().default(false),
    ending: text({ enum: ['keep', 'sell', 'buy-back'] }),
    counterEarning: boolean('counter_earning').notNull(),
    givenBase: decimal('given_base').notNull(),
    givenCounter: decimal('given_counter').notNull(),
    /** C-18: what of it another hand took from the account, and its owner let go; worth of then, in the currency that it earns. */
    takenBase: decimal('taken_base')
      .notNull()
      .default(sql`0`),
    takenCounter: decimal('taken_counter')
      .notNull()
      .default(sql`0`),
    takenWorth: decimal('taken_worth')
      .notNull()
      .default(sql`0`),
    /** C-18: what of it is not on the account any more, while its owner is asked. */
    missing: jsonb().$type<StoredMissing>(),
    /** Last price at the start, and what the key paid for a trade then. */
    marketPrice: decimal('market_price').notNull(),
    fee: decimal().notNull(),
    /** Traded at the start; null for none. */
    startSide: text('start_side', { enum: ['buy', 'sell'] }),
    startQuantity: decimal('start_quantity'),
    startPrice: decimal('start_price'),
    /** What each of its levels trades, counter units or base units; null where they are sized otherwise. */
    unit: decimal(),
    /** T-5: when it last followed the price, and by how much its lower stop has moved since its owner set it. */
    shiftedAt: epochMs('shifted_at'),
    stopMoved: decimal('stop_moved'),
    /** It waits for a trade at its start price or higher, else at it or lower; null for one that began at once. */
    startAbove: boolean('start_above'),
    /** Prices count for its stop conditions from then on. */
    watchedSince: epochMs('watched_since').notNull().default(0),
    /** T-9: the price is outside its borders, and its orders are down. */
    outside: boolean().notNull().default(false),
    /** since when the price has been outside its lines, and whether its owner was notified. */
    beyondSince: epochMs('beyond_since'),
    beyondNotified: boolean('beyond_told').notNull().default(false),
    /** C-24: of so many of its rounds its owner was notified, and when; null where that is not wanted. */
    roundsNotified: integer('rounds_told'),
    roundsNotifiedAt: epochMs('rounds_told_at'),
    /** The stop condition that was met. */
    reached: jsonb().$type<ReachedStop>(),
    /** C-20: begun in the transaction that closes its books. */
    next: jsonb().$type<StoredNext>(),
    /** The Idempotency-Key of its start. */
    startKey: text('start_key'),
    /** PB-2: of a bot that goes by bars: what was decided on last. */
    bars: jsonb().$type<DecidedBars & { turtle?: StoredTurtle }>(),
    /** When it was known what its levels begin with. */
    begunAt: epochMs('begun_at'),
    /** When to work on it again; null when only an event or its owner can change anything. */
    dueAt: epochMs('due_at'),
    createdAt: epochMs('created_at').notNull(),
    stoppedAt: epochMs('stopped_at'),
    /** its own time run again, and when that was done. */
    trust: jsonb().$type<StoredReplay>(),
    trustAt: epochMs('trust_at'),
    /** its twin on paper, and when that was run last: 0 until it is for the first time, null without one. */
    twin: jsonb().$type<StoredReplay>(),
    twinAt: epochMs('twin_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique('bot_runs_key_once').on(table.userId, table.botId, table.keyId),
    // C-6: one run of levels at a time on a pair with a key.
    uniqueIndex('bot_runs_pair_once')
      .on(table.userId, table.keyId, table.symbol)
      .where(sql`state <> 'stopped' and engine = 'rounds'`),
    index('bot_runs_due').on(table.dueAt),
  ],
);

export const botLevels = pgTable(
  'bot_levels',
  {
    userId: uuid('user_id').notNull(),
    runId: uuid('run_id').notNull(),
    /** From 1, the lowest first. */
    number: integer().notNull(),
    buyPrice: decimal('buy_price').notNull(),
    sellPrice: decimal('sell_price').notNull(),
    startsBy: text('starts_by', { enum: ['buy', 'sell'] }).notNull(),
    cycleOpensBy: text('cycle_opens_by', { enum: ['buy', 'sell'] }).notNull(),
    /** Base units of each purchase and of each sale; null goes by what the level holds. */
    buys: decimal(),
    sells: decimal(),
    repeat: boolean().notNull(),
    firstPrice: decimal('first_price'),
    /** What it began with. */
    startBase: decimal('start_base').notNull(),
    startCounter: decimal('start_counter').notNull(),
    /** Its owner left it out after a change on the exchange. */
    leftOut: boolean('left_out').notNull().default(false),
    /** T-5: taken off as the grid follows the price; 'waiting' until another level has its place. C-18: it gave up. */
    off: text({ enum: ['waiting', 'replaced', 'given-up'] }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.runId, table.number] })],
);

/** One order of a run, stored before it is sent. `state` follows the exchange. */
export const botOrders = pgTable(
  'bot_orders',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    runId: uuid('run_id').notNull(),
    keyId: uuid('key_id').notNull(),
    market: text().notNull(),
    symbol: text().notNull(),
    /** 0 for what is traded at the start and at the stop; of a basket the number of its asset. */
    level: integer().notNull(),
    /** Counts the finished legs of its level; of a basket its rebalancings, from 1. */
    turn: integer().notNull(),
    leg: text({ enum: ['start', 'buy', 'sell', 'stop'] }).notNull(),
    attempt: integer().notNull(),
    clientOrderId: text('client_order_id').notNull().unique(),
    exchangeOrderId: text('exchange_order_id'),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    type: text({ enum: ['limit', 'ioc', 'market'] }).notNull(),
    price: decimal().notNull(),
    quantity: decimal().notNull(),
    state: orderState(),
    reason: text(),
    /** We asked for its cancelation: one that ends without was canceled outside. */
    cancelAsked: boolean('cancel_asked').notNull().default(false),
    expiryReason: text('expiry_reason'),
    filledQuantity: decimal('filled_quantity').notNull(),
    placedAt: epochMs('placed_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique('bot_orders_leg_once').on(table.userId, table.runId, table.level, table.turn, table.leg, table.attempt),
    index('bot_orders_state').on(table.state),
  ],
);

/** Trades of runs as the exchange reports them. */
export const botFills = pgTable(
  'bot_fills',
  {
    userId: uuid('user_id').notNull(),
    keyId: uuid('key_id').notNull(),
    symbol: text().notNull(),
    tradeId: text('trade_id').notNull(),
    runId: uuid('run_id').notNull(),
    orderId: uuid('order_id').notNull(),
    price: decimal().notNull(),
    quantity: decimal().notNull(),
    commission: decimal().notNull(),
    commissionAsset: text('commission_asset').notNull(),
    tradedAt: epochMs('traded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyId, table.symbol, table.tradeId] }),
    index('bot_fills_order').on(table.userId, table.runId, table.orderId),
  ],
);

/** Each decision of a run with its reason, as a sentence: append-only. */
export const botEvents = pgTable(
  'bot_events',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    botId: uuid('bot_id').notNull(),
    runId: uuid('run_id').notNull(),
    level: integer(),
    text: text().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('bot_events_bot').on(table.userId, table.botId, table.id),
  ],
);
