import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { StoredPlan, StoredStop } from '../../contracts/bot-settings.ts';
import { decimal, epochMs } from './types.ts';

/** A bot as its owner set it up; what it did is in its runs. */
export const bots = pgTable(
  'bots',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    market: text().notNull(),
    /** The exchange's name: XRPUSDT. */
    symbol: text().notNull(),
    /** The main key. */
    keyId: uuid('key_id').notNull(),
    /** Type and settings as on the wire. */
    plan: jsonb().$type<StoredPlan>().notNull(),
    stop: jsonb().$type<StoredStop>().notNull(),
    /** It waits until a trade reaches this price; null starts at once. */
    startAt: decimal('start_at'),
    copyKeys: boolean('copy_keys').notNull().default(false),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index('bots_key').on(table.userId, table.keyId)],
);
