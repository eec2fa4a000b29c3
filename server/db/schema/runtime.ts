import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, decimal, epochDate, epochMs } from './types.ts';

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
    /** 'alerts', 'positions' or 'bots'. */
    scope: text().notNull(),
    market: text().notNull(),
    symbol: text().notNull(),
    price: decimal().notNull(),
    /** By the exchange's clock. */
    evaluatedAt: epochMs('evaluated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.market, table.symbol] })],
);

/** Attempts that a limit counts (S-05, S-51). The properties are named as rate-limiter-flexible wants them. */
export const requestLimits = pgTable(
  'request_limits',
  {
    /** SHA-256 of the limit and of whom it counts, base64url. */
    key: text().primaryKey(),
    points: integer().notNull(),
    /** By the clock of the process that began the window. */
    expire: epochDate('expires_at').notNull(),
  },
  (table) => [index('request_limits_expires').on(table.expire)],
);

/** Wrong guesses since the last right one (S-61). */
export const wrongGuesses = pgTable('wrong_guesses', {
  /** SHA-256 of what is guessed and by whom, base64url. */
  key: text().primaryKey(),
  count: integer().notNull(),
  lastAt: epochMs('last_at').notNull(),
});

/** Secrets of the site itself, which all its processes use: each sealed under a data key of its own. */
export const siteSecrets = pgTable('site_secrets', {
  name: text().primaryKey(),
  sealed: bytes().notNull(),
  dataKey: bytes('data_key').notNull(),
  masterKeyId: text('master_key_id').notNull(),
});

/** M-18: exchanges that asked for silence, by the address that they see. A process that starts within it sends nothing. */
export const exchangeSilences = pgTable(
  'exchange_silences',
  {
    /** The exchange's own address. */
    origin: text().notNull(),
    /** The outgoing one; empty where none is set. */
    address: text().notNull(),
    until: epochMs().notNull(),
  },
  (table) => [primaryKey({ columns: [table.origin, table.address] })],
);
