import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { decimal, epochMs } from './types.ts';

/** What a basket was given of each of its assets; number 0 is the counter currency. */
export const botAssets = pgTable(
  'bot_assets',
  {
    userId: uuid('user_id').notNull(),
    runId: uuid('run_id').notNull(),
    number: integer().notNull(),
    asset: text().notNull(),
    /** The exchange's name of its pair; the counter currency has none. */
    symbol: text(),
    percent: integer().notNull(),
    given: decimal().notNull(),
    /** Last price at the start, counter units. */
    startPrice: decimal('start_price').notNull(),
    /** Gone from the account by another hand, and left so by its owner. */
    taken: decimal().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.runId, table.number] })],
);

/** An order that a rebalancing is to send: amounts as text. */
export interface StoredLeg {
  number: number;
  quantity: string;
  limit: string;
}

/** B-4: a rebalancing, stored before its first order is. */
export const botRebalancings = pgTable(
  'bot_rebalancings',
  {
    userId: uuid('user_id').notNull(),
    runId: uuid('run_id').notNull(),
    /** From 1. */
    turn: integer().notNull(),
    why: text({ enum: ['start', 'threshold', 'time'] }).notNull(),
    at: epochMs().notNull(),
    sells: jsonb().$type<StoredLeg[]>().notNull(),
    /** Null until the sales are done. */
    buys: jsonb().$type<StoredLeg[]>(),
    buysAt: epochMs('buys_at'),
    doneAt: epochMs('done_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.runId, table.turn] })],
);
