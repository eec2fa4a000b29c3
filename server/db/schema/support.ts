import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, epochMs } from './types.ts';

/** A message to the operator, until it is delivered. Workers lease rows. */
export const supportMessages = pgTable(
  'support_messages',
  {
    id: uuid().primaryKey(),
    /** Null for a visitor. */
    userId: uuid('user_id'),
    channel: text({ enum: ['telegram', 'email'] }).notNull(),
    about: text({ enum: ['question', 'donation'] }).notNull(),
    replyTo: text('reply_to').notNull(),
    message: text().notNull(),
    photo: bytes(),
    photoType: text('photo_type', { enum: ['png', 'jpeg'] }),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    nextAt: epochMs('next_at').notNull(),
    leaseOwner: uuid('lease_owner'),
    leaseUntil: epochMs('lease_until'),
    /** Incremented with every lease: a worker that lost its lease cannot write its result. */
    fence: integer().notNull().default(0),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [index('support_messages_next').on(table.nextAt), index('support_messages_owner').on(table.userId)],
);
