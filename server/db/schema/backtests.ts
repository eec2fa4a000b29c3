import { index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import type { StoredRequest } from '../../contracts/backtests.ts';
import { BACKTEST_STATES } from '../../contracts/rules/backtest-limits.ts';
import { bytes, epochMs } from './types.ts';

/** A run of a bot over the past, as it was asked for, with its report. */
export const backtests = pgTable(
  'backtests',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    market: text().notNull(),
    /** The exchange's name: XRPUSDT. */
    symbol: text().notNull(),
    request: jsonb().$type<StoredRequest>().notNull(),
    /** Rate of a trade that it was run with, as a fraction; as text, so that it is read as it was written. */
    fee: text().notNull(),
    state: text({ enum: BACKTEST_STATES }).notNull(),
    /** From 0 to 1. */
    progress: real().notNull(),
    error: text(),
    /** JSON as it is sent. */
    report: text(),
    /** Its result as a part of what was given. */
    gained: real(),
    /** CSV of its deals, deflated. */
    deals: bytes(),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index('backtests_state').on(table.state)],
);

/** A person's own file with bars of a pair. */
export const backtestFiles = pgTable(
  'backtest_files',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    symbol: text().notNull(),
    interval: text().notNull(),
    firstTime: epochMs('first_time').notNull(),
    lastTime: epochMs('last_time').notNull(),
    count: integer().notNull(),
    holes: integer().notNull(),
    /** SHA-256 of the file. */
    checksum: text().notNull(),
    /** Packed and deflated. */
    bars: bytes().notNull(),
    /** What buyers took of each bar, packed and deflated; null where it was not kept, and of trades. */
    flow: bytes(),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** A thousand bars of an exchange's past, read once for all people; those that are missing do not exist there. */
export const candleChunks = pgTable(
  'candle_chunks',
  {
    /** The market, or 'paper'. */
    place: text().notNull(),
    symbol: text().notNull(),
    interval: text().notNull(),
    /** Counted from the epoch. */
    chunk: integer().notNull(),
    bars: bytes().notNull(),
    /** What buyers took of each; null where it was not kept, or the exchange does not say. */
    flow: bytes(),
  },
  (table) => [primaryKey({ columns: [table.place, table.symbol, table.interval, table.chunk] })],
);
