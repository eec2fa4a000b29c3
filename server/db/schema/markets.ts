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

/** K-9: the pairs of the last look. */
export const listedPairs = pgTable(
  'listed_pairs',
  {
    market: text().notNull(),
    symbol: text().notNull(),
    base: text().notNull(),
    status: text({ enum: ['trading', 'cancel-only', 'halted'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.market, table.symbol] })],
);

/** What became of pairs, until all alerts on it have fired. */
export const listingChanges = pgTable(
  'listing_changes',
  {
    market: text().notNull(),
    /** When it was seen, each a millisecond of its own. UTC epoch ms. */
    at: epochMs().notNull(),
    symbol: text().notNull(),
    coin: text().notNull(),
    event: text({ enum: ['listed', 'trading', 'halted', 'delisted'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.market, table.at] })],
);
