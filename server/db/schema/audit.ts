import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, epochMs } from './types.ts';

/**
 * The audit log of an account. Each row holds the hash of the previous one, so that no row can be altered or removed
 * unnoticed.
 */
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
 * S-33: uses of sealed secrets. Each row holds the hash of the previous one of the same secret, so that no row can be
 * altered or removed unnoticed.
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
    /** Uses between the first and the last, all within one hour. */
    count: integer().notNull(),
    firstAt: epochMs('first_at').notNull(),
    lastAt: epochMs('last_at').notNull(),
    hash: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.secret, table.seq] })],
);

/** The operator's switches by name: `trading` off stops every order (S-34). */
export const switches = pgTable('switches', {
  name: text().primaryKey(),
  on: boolean().notNull(),
  changedAt: epochMs('changed_at').notNull(),
});
