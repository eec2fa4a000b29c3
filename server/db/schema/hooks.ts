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
import { HOOK_ACTIONS, SIGNAL_FORMATS } from '../../contracts/rules/hook-actions.ts';
import type { StoredTemplate } from '../../contracts/hooks.ts';
import { bytes, decimal, epochMs } from './types.ts';

/** An address that takes signals, and what its owner allows them. */
export const hooks = pgTable(
  'hooks',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    /** As on the wire. */
    template: jsonb().$type<StoredTemplate>().notNull(),
    /** The main key. */
    keyId: uuid('key_id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    /** The token before, until then. */
    oldTokenHash: bytes('old_token_hash'),
    oldTokenUntil: epochMs('old_token_until'),
    /** W-3: by which its sender signs, sealed with the person's data key; null where none was made. */
    sealedSecret: bytes('sealed_secret'),
    /** False: each signal is only a dry run. */
    live: boolean().notNull().default(false),
    /** Why it takes no signals. */
    paused: text(),
    /** Its owner is notified of the first failure in a row; of the next one once something was done again. */
    isNotified: boolean('told').notNull().default(false),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), unique('hooks_id').on(table.id)],
);

/** A signal with its verdict, written before its sender is answered; the engine acts on those that wait. */
export const hookSignals = pgTable(
  'hook_signals',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    hookId: uuid('hook_id').notNull(),
    /** What makes two calls the same signal; null once it is forgotten. */
    onceKey: text('once_key'),
    receivedAt: epochMs('received_at').notNull(),
    sentAt: epochMs('sent_at'),
    address: text().notNull(),
    bytes: integer().notNull(),
    format: text({ enum: SIGNAL_FORMATS }),
    result: text({ enum: ['taken', 'dry-run', 'refused', 'malformed'] }).notNull(),
    reason: text(),
    action: text({ enum: HOOK_ACTIONS }),
    /** The exchange's name: XRPUSDT. */
    symbol: text(),
    /** Of an entry: the limit that the sender names, and what it spends, counter currency. */
    price: decimal(),
    amount: decimal(),
    /** The same in USDT, for the caps. */
    usdt: decimal(),
    /** Fraction of what is held. */
    share: decimal(),
    /** Of the targets that the sender names, as decimals in text. */
    takeProfits: jsonb('take_profits').$type<string[]>(),
    stopLoss: decimal('stop_loss'),
    /** Last price when it came. */
    marketPrice: decimal('market_price'),
    state: text({ enum: ['waiting', 'done', 'failed', 'dropped'] }).notNull(),
    outcome: text(),
    /** The block of an entry, chosen with the verdict, so that it is placed once. */
    blockId: uuid('block_id'),
    /** The blocks that it was about when the engine began with it. */
    blocks: jsonb().$type<string[]>(),
    repeats: integer().notNull().default(0),
    /** Without secrets. */
    body: text().notNull(),
    doneAt: epochMs('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique('hook_signals_once').on(table.userId, table.hookId, table.onceKey),
    index('hook_signals_log').on(table.userId, table.hookId, table.receivedAt),
    index('hook_signals_waiting')
      .on(table.receivedAt)
      .where(sql`state = 'waiting'`),
    uniqueIndex('hook_signals_block')
      .on(table.userId, table.blockId)
      .where(sql`block_id is not null`),
  ],
);
