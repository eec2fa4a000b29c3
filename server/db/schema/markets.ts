import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { epochMs } from './types.ts';

/** Pairs that have traded, and since when one of them is halted: exchanges report a status without a time. */
export const tradedPairs = pgTable(
  'traded_pairs',
  {
    market: text().notNull(),
    symbol: text().notNull(),
    /** Null while it trades. */
    haltedSince: epochMs('halted_since'),
  },
  (table) => [primaryKey({ columns: [table.market, table.symbol] })],
);
