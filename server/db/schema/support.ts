import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { leased } from './leased.ts';
import { bytes } from './types.ts';

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
    ...leased(),
  },
  (table) => [index('support_messages_next').on(table.nextAt), index('support_messages_owner').on(table.userId)],
);
