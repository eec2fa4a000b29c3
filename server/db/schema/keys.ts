import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, decimal, epochMs } from './types.ts';

export const keys = pgTable(
  'keys',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    market: text().notNull(),
    name: text().notNull(),
    apiKey: text('api_key').notNull(),
    /** AES-256-GCM under the person's data key, bound to (user, key, version). */
    sealedSecret: bytes('sealed_secret').notNull(),
    sealVersion: integer('seal_version').notNull().default(1),
    /** Null for a main key; a copy key names its main key. */
    mainKeyId: uuid('main_key_id'),
    active: boolean().notNull().default(false),
    /** Copy keys only: whether deals are repeated. */
    inProcess: boolean('in_process').notNull().default(false),
    groupName: text('group_name').notNull().default(''),
    multiplier: decimal().notNull(),
    /** USDT. */
    ceiling: decimal(),
    /** USDT that each deal costs here, whatever the balances; null sizes by their ratio. */
    fixed: decimal(),
    paper: boolean().notNull().default(false),
    /** Main keys only: whether deals made directly on the exchange are repeated too, and from which trade on. */
    repeatOutside: boolean('repeat_outside').notNull().default(false),
    repeatOutsideSince: epochMs('repeat_outside_since'),
    createdAt: epochMs('created_at').notNull(),
    /** When the exchange was last asked what the key may do (S-31). */
    checkedAt: epochMs('checked_at'),
    /** Why it is not used any more, for its owner: until it is checked again and found well. */
    disabledReason: text('disabled_reason'),
    /** Gone for its owner, with its secret and its text; its name stays for the history of its deals. */
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
