import { sql } from 'drizzle-orm';
import { boolean, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, epochMs } from './types.ts';

/** C-23: by which others open a bot's settings; who has the token may. */
export const botLinks = pgTable(
  'bot_links',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    botId: uuid('bot_id').notNull(),
    /** As it is: its owner copies it again, and it opens no more than what was given away. */
    token: text().notNull(),
    /** The measured figures of its run go with it. */
    figures: boolean().notNull(),
    createdAt: epochMs('created_at').notNull(),
    revokedAt: epochMs('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique('bot_links_id').on(table.id),
    unique('bot_links_token').on(table.token),
    uniqueIndex('bot_links_bot_once')
      .on(table.userId, table.botId)
      .where(sql`revoked_at is null`),
  ],
);

/** C-19: accounts that started a bot from a link of this one, each once, and not by name. */
export const botCopies = pgTable(
  'bot_copies',
  {
    /** The link's owner. */
    userId: uuid('user_id').notNull(),
    botId: uuid('bot_id').notNull(),
    /** A hash of the bot and the account. */
    copier: bytes().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.botId, table.copier] })],
);
