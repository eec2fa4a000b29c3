import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, epochMs } from './types.ts';

export const users = pgTable('users', {
  userId: uuid('user_id').primaryKey(),
  /** As typed, for showing and mailing. */
  email: text().notNull(),
  /** Lower case: one account an address. */
  emailKey: text('email_key').notNull().unique(),
  username: text().notNull(),
  telegram: text().notNull().default(''),
  iconIdx: integer('icon_idx').notNull().default(1),
  passwordHash: text('password_hash').notNull(),
  /** This person's data key, wrapped by the master key. */
  dataKey: bytes('data_key').notNull(),
  createdAt: epochMs('created_at').notNull(),
});

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token; the token itself is nowhere. */
    tokenHash: bytes('token_hash').notNull(),
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    remember: boolean().notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: epochMs('created_at').notNull(),
    usedAt: epochMs('used_at').notNull(),
    expiresAt: epochMs('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenHash] }), index('sessions_user').on(table.userId)],
);
