import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { paper } from './paper.ts';
import { decimal, epochMs } from './types.ts';

/** Candles by minute, hour and day; an interval without trades has none. */
export const paperCandles = paper.table(
  'candles',
  {
    symbol: text().notNull(),
    /** ms. */
    length: integer().notNull(),
    openTime: epochMs('open_time').notNull(),
    open: decimal().notNull(),
    high: decimal().notNull(),
    low: decimal().notNull(),
    close: decimal().notNull(),
    volume: decimal().notNull(),
    quoteVolume: decimal('quote_volume').notNull(),
    takerVolume: decimal('taker_volume').notNull(),
    takerQuoteVolume: decimal('taker_quote_volume').notNull(),
    count: integer().notNull(),
    firstId: bigint('first_id', { mode: 'number' }).notNull(),
    lastId: bigint('last_id', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.length, table.openTime] })],
);

/** Older candles of a symbol, those of an hour or a day in one row, which makes a start ten times faster. */
export const paperCandleBlocks = paper.table(
  'candle_blocks',
  {
    symbol: text().notNull(),
    /** Of a candle, ms. */
    length: integer().notNull(),
    openTime: epochMs('open_time').notNull(),
    /** One line per candle: its open time, then its figures in the order of the columns above, as decimals. */
    lines: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.length, table.openTime] })],
);

/** When and at which price each symbol first opened: the history before is synthetic, generated from the seed, and leads there. */
export const paperBeginnings = paper.table('beginnings', {
  symbol: text().primaryKey(),
  price: decimal().notNull(),
  time: epochMs().notNull(),
});
