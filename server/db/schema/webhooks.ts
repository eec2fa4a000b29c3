import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { WebhookEvent } from '../../contracts/rules/webhook-events.ts';
import { delivery } from './leased.ts';
import { bytes, epochMs } from './types.ts';

/** An address of a person's own that receives what happens. */
export const webhooks = pgTable(
  'webhooks',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    url: text().notNull(),
    events: jsonb().$type<WebhookEvent[]>().notNull(),
    /** Why nothing is sent. */
    off: text(),
    /** Of its signatures, sealed with the person's data key; the one before signs too, until then. */
    sealedSecret: bytes('sealed_secret').notNull(),
    oldSealedSecret: bytes('old_sealed_secret'),
    oldSecretUntil: epochMs('old_secret_until'),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/**
 * Written by triggers in the transaction of what happened (migration webhook-triggers), for people who have an endpoint
 * that is on; the engine makes deliveries of it and deletes it.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    source: text({ enum: ['block', 'bot', 'bot-order', 'alert', 'signal', 'account'] }).notNull(),
    /** The row that says what happened, and its kind or state by then. */
    refId: uuid('ref_id').notNull(),
    kind: text().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index('webhook_events_at').on(table.at)],
);

/** One event for one endpoint, delivered at least once. Workers lease rows. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    webhookId: uuid('webhook_id').notNull(),
    eventId: uuid('event_id').notNull(),
    type: text().notNull(),
    /** As it is signed and sent. */
    body: text().notNull(),
    ...delivery(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('webhook_deliveries_log').on(table.userId, table.webhookId, table.createdAt),
    index('webhook_deliveries_waiting')
      .on(table.nextAt)
      .where(sql`state = 'waiting'`),
  ],
);
