import { boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { delivery } from './leased.ts';
import { epochMs } from './types.ts';

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    /** The session that it ends with; null for older ones, until their browser renews them. */
    sessionId: uuid('session_id'),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: epochMs('created_at').notNull(),
    deliveredAt: epochMs('delivered_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), unique('push_subscriptions_once').on(table.endpoint)],
);

/** One message to one channel of one user, delivered at least once. Workers lease rows. */
export const deliveries = pgTable(
  'deliveries',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    firingId: uuid('firing_id'),
    channel: text({ enum: ['live', 'push', 'telegram', 'mail'] }).notNull(),
    /** The push subscription's id; null for channels with one address. */
    targetId: uuid('target_id'),
    payload: jsonb().notNull(),
    /** Waits for the end of the quiet hours, to be sent together with the others. */
    held: boolean().notNull().default(false),
    ...delivery(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('deliveries_waiting').on(table.state, table.nextAt),
    index('deliveries_firing').on(table.userId, table.firingId),
    index('deliveries_done').on(table.doneAt),
  ],
);
