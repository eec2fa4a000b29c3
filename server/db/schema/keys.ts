import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, decimal, epochMs } from './types.ts';

export const keys = pgTable(
  'keys',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    market: text().notNull(),
    name: text().notNull(),
    apiKey: text('api_key').notNull(),
    /** AES-256-GCM under the user's data key, bound to (user, key, version). */
    sealedSecret: bytes('sealed_secret').notNull(),
    sealVersion: integer('seal_version').notNull().default(1),
    /** A copy key's main key; null for a main key. */
    mainKeyId: uuid('main_key_id'),
    active: boolean().notNull().default(false),
    /** Copy keys only: deals are copied. */
    inProcess: boolean('in_process').notNull().default(false),
    groupName: text('group_name').notNull().default(''),
    multiplier: decimal().notNull(),
    /** USDT. */
    ceiling: decimal(),
    /** USDT per deal, whatever the balances; null sizes by their ratio. */
    fixed: decimal(),
    paper: boolean().notNull().default(false),
    /** Main keys only: deals made directly on the exchange are copied too, and from which trade on. */
    repeatOutside: boolean('repeat_outside').notNull().default(false),
    repeatOutsideSince: epochMs('repeat_outside_since'),
    createdAt: epochMs('created_at').notNull(),
    /** When the key's permissions were last checked on the exchange (S-31). */
    checkedAt: epochMs('checked_at'),
    /** Why the key is disabled, for its owner; until a later check succeeds. */
    disabledReason: text('disabled_reason'),
    /** False from an engine's start, or a gap in its stream, until the key's orders were compared with the exchange. */
    ordersCompared: boolean('orders_compared').notNull().default(true),
    /** Deleted for its owner, with its secret; its name stays for the history of its deals. */
    deletedAt: epochMs('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique('keys_once').on(table.userId, table.market, table.apiKey),
    uniqueIndex('keys_one_active')
      .on(table.userId, table.market)
      .where(sql`${table.active}`),
  ],
);

/** What a key was worth: at most once an hour, kept about a month, and once a day. */
export const worthSnapshots = pgTable(
  'worth_snapshots',
  {
    userId: uuid('user_id').notNull(),
    keyId: uuid('key_id').notNull(),
    grain: text({ enum: ['hour', 'day'] }).notNull(),
    /** The start of the hour or day, UTC epoch ms. */
    bucket: epochMs().notNull(),
    at: epochMs().notNull(),
    /** Null where a price or the balances were not known. */
    usdt: decimal(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.grain, table.bucket, table.keyId] }),
    index('worth_snapshots_bucket').on(table.grain, table.bucket),
  ],
);
