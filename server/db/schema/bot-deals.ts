import { boolean, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { decimal, epochMs } from './types.ts';

/** PB-1: a deal of a run, which is one order block or some that are joined. */
export const botDeals = pgTable(
  'bot_deals',
  {
    userId: uuid('user_id').notNull(),
    runId: uuid('run_id').notNull(),
    /** From 1. */
    number: integer().notNull(),
    /** While it ends: what is held is sold, or stays with its owner. */
    ending: text({ enum: ['sell', 'keep'] }),
    /** Why it ends or ended. */
    reason: text(),
    /** Last price when it opened, counter units. */
    marketPrice: decimal('market_price').notNull(),
    openedAt: epochMs('opened_at').notNull(),
    /** PB-5: of one that a signal opened: the limit and the quantity of its entry, and until when it is bought. */
    price: decimal(),
    quantity: decimal(),
    validUntil: epochMs('valid_until'),
    /** PB-12: the signal of a hook that opened it. */
    signalId: uuid('signal_id'),
    /** When filled additions were joined last; of units, when its owner was notified of the first one. */
    joinedAt: epochMs('joined_at'),
    /** Null while it is open; then what its blocks have moved by their trades. */
    endedAt: epochMs('ended_at'),
    base: decimal(),
    counter: decimal(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.runId, table.number] }),
    unique('bot_deals_signal_once').on(table.userId, table.runId, table.signalId),
  ],
);

/** An order block of a deal, written down before the block is. */
export const botDealBlocks = pgTable(
  'bot_deal_blocks',
  {
    userId: uuid('user_id').notNull(),
    blockId: uuid('block_id').notNull(),
    runId: uuid('run_id').notNull(),
    /** The deal. */
    deal: integer().notNull(),
    leg: text({ enum: ['base', 'addition', 'joined'] }).notNull(),
    /** Of its leg, from 1; 0 for the base order. */
    number: integer().notNull(),
    attempt: integer().notNull(),
    price: decimal(),
    quantity: decimal(),
    /** PB-9: the price that it waits for, and the average true range that it was sized by, counter units. */
    trigger: decimal(),
    range: decimal(),
    /** Its entry was taken down by the bot. */
    takenDown: boolean('taken_down').notNull().default(false),
    /** Why nothing more is tried with it. */
    fault: text(),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.blockId] }),
    unique('bot_deal_blocks_once').on(table.userId, table.runId, table.deal, table.leg, table.number, table.attempt),
  ],
);
