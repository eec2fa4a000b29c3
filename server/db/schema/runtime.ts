import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { decimal, epochMs } from './types.ts';

/** Work that one process at a time does. */
export const leases = pgTable(
  'leases',
  {
    scope: text().notNull(),
    name: text().notNull(),
    holder: text().notNull(),
    /** By the database's clock. */
    expiresAt: epochMs('expires_at').notNull(),
    /** Grows with each new holder: microseconds of the database's clock. */
    fence: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.name] })],
);

/** Up to when a pair's prices were evaluated against the levels of one kind: a gap after it is read from candles. */
export const priceWatermarks = pgTable(
  'price_watermarks',
  {
    /** 'alerts' or 'positions'. */
    scope: text().notNull(),
    market: text().notNull(),
    symbol: text().notNull(),
    price: decimal().notNull(),
    /** By the exchange's clock. */
    evaluatedAt: epochMs('evaluated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.market, table.symbol] })],
);
