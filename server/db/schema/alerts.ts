import { sql } from 'drizzle-orm';
import type { Condition } from '#contracts/alert-conditions.ts';
import type { AlertField, AlertThen } from '#contracts/alerts.ts';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { decimal, epochMs } from './types.ts';

/** When a field was last changed, UTC epoch ms, and by which change. */
export type FieldChanges = { [Field in AlertField]?: { at: number; id: string } };

export const alerts = pgTable(
  'alerts',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    /** The engine's id in memory: a fifth of the size of both ids. */
    num: bigserial({ mode: 'number' }).notNull(),
    market: text().notNull(),
    /** The exchange's name: XRPUSDT. */
    symbol: text().notNull(),
    /** The pair for display and search: xrp_usdt. */
    pair: text().notNull(),
    /** Of a price level; null where it waits for a condition. */
    price: decimal(),
    type: text({ enum: ['PRICE_REACHES', 'PRICE_RISES_ABOVE', 'PRICE_DROPS_BELOW'] }),
    condition: jsonb().$type<Condition>(),
    /** What is computed for the condition, alike for all alerts of the pair. */
    series: text(),
    /** The hook that a firing calls. */
    calls: jsonb().$type<AlertThen>(),
    informing: text({ enum: ['ONLY_ONCE', 'ALWAYS'] }).notNull(),
    comment: text().notNull(),
    favorite: boolean().notNull(),
    sendToTelegram: boolean('send_to_telegram').notNull(),
    active: boolean().notNull(),
    executed: boolean().notNull().default(false),
    seen: boolean().notNull().default(false),
    executedAt: epochMs('executed_at'),
    late: boolean().notNull().default(false),
    /** Counts armings; a firing names the arming that it used up, so that one crossing fires once. */
    armedSeq: integer('armed_seq').notNull().default(1),
    /** Earlier prices never fire it. UTC epoch ms. */
    armedAt: epochMs('armed_at').notNull(),
    /** K-8: when the clock fires it next. UTC epoch ms. */
    dueAt: epochMs('due_at'),
    createdAt: epochMs('created_at').notNull(),
    sortedAt: epochMs('sorted_at').notNull(),
    changes: jsonb().$type<FieldChanges>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique('alerts_num').on(table.num),
    index('alerts_list').on(table.userId, table.market, table.sortedAt),
    index('alerts_armed').on(table.market, table.active),
    index('alerts_conditions')
      .on(table.market, table.symbol)
      .where(sql`condition is not null and active`),
    index('alerts_due')
      .on(table.dueAt)
      .where(sql`due_at is not null and active`),
  ],
);

export const firings = pgTable(
  'firings',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    alertId: uuid('alert_id').notNull(),
    armedSeq: integer('armed_seq').notNull(),
    /** The price that crossed the level, and its time by the exchange's clock; null where an occasion has none. */
    price: decimal(),
    /** Which of several things it was. */
    note: text(),
    /** The hook that it calls, with the pair, and when it was called; null where it calls none. */
    calls: jsonb().$type<AlertThen & { pair: string }>(),
    calledAt: epochMs('called_at'),
    crossedAt: epochMs('crossed_at').notNull(),
    firedAt: epochMs('fired_at').notNull(),
    late: boolean().notNull(),
    /** K-2: by the value of a bar that was still open. */
    duringBar: boolean('during_bar').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique('firings_once').on(table.userId, table.alertId, table.armedSeq),
    index('firings_calls')
      .on(table.firedAt)
      .where(sql`calls is not null and called_at is null`),
  ],
);

/** Replaced by price_watermarks; dropped once no running release writes it. */
export const alertWatermarks = pgTable(
  'alert_watermarks',
  {
    market: text().notNull(),
    symbol: text().notNull(),
    price: decimal().notNull(),
    evaluatedAt: epochMs('evaluated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.market, table.symbol] })],
);

/** Replaced by leases; dropped once no running release writes it. */
export const alertEngines = pgTable('alert_engines', {
  id: uuid().primaryKey(),
  /** By the database's clock. */
  expiresAt: epochMs('expires_at').notNull(),
});
