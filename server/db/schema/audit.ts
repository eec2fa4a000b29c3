import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, epochMs } from './types.ts';

/** What happened to an account. Each row holds the hash of the one before: none can be changed or taken out unseen. */
export const auditEvents = pgTable(
  'audit_events',
  {
    userId: uuid('user_id').notNull(),
    /** From 1, without gaps. */
    seq: integer().notNull(),
    kind: text().notNull(),
    details: jsonb().notNull(),
    at: epochMs().notNull(),
    hash: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.seq] })],
);

/**
 * S-33: uses of what is stored sealed. Each row holds the hash of the one before it of the same secret: none can be changed
 * or taken out unseen.
 */
export const secretUses = pgTable(
  'secret_uses',
  {
    userId: uuid('user_id').notNull(),
    /** The id of a key, or 'two-factor'. */
    secret: text().notNull(),
    /** From 1, without gaps. */
    seq: integer().notNull(),
    purpose: text().notNull(),
    /** Uses between the first and the last, all in one hour. */
    count: integer().notNull(),
    firstAt: epochMs('first_at').notNull(),
    lastAt: epochMs('last_at').notNull(),
    hash: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.secret, table.seq] })],
);

/** What the operator switched, by name: `trading` off stops every order (S-34). */
export const switches = pgTable('switches', {
  name: text().primaryKey(),
  on: boolean().notNull(),
  changedAt: epochMs('changed_at').notNull(),
});
