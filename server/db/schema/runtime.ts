import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { epochMs } from './types.ts';

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
