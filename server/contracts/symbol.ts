import * as z from 'zod/mini';
import { SIDES } from './rules/side.ts';

export const MARKETS = ['binance', 'bybit', 'coinbase'] as const;
export type Market = (typeof MARKETS)[number];

/** Taken in any case ('BINANCE', 'binance'); inside always lower case. */
export const Market = z.codec(z.string(), z.enum(MARKETS, 'Choose one of: binance, bybit, coinbase.'), {
  decode: (name) => name.toLowerCase() as Market,
  encode: (market) => market,
});

/** The alerts side of the wire: 'BINANCE'. */
export const UpperMarket = z.codec(z.string(), z.enum(MARKETS, 'Choose one of: BINANCE, BYBIT, COINBASE.'), {
  decode: (name) => name.toLowerCase() as Market,
  encode: (market) => market.toUpperCase(),
});

const NAME = /^[a-z0-9]{1,20}(_[a-z0-9]{1,20})?$/;
export const PAIR_SENTENCE = 'Name a coin pair such as XRP_USDT.';
const fold = (name: string) => name.toLowerCase().replace(/[/-]/, '_');

/** Taken in any case and with '_', '/', '-' or nothing between; inside lower case, with '_' where it had a separator. */
export const SymbolName = z.codec(z.string(), z.string().check(z.regex(NAME, PAIR_SENTENCE)), {
  decode: fold,
  encode: (name) => name,
});

/** The alerts side of the wire: 'XRP_USDT'. */
export const UpperSymbolName = z.codec(z.string(), z.string().check(z.regex(NAME, PAIR_SENTENCE)), {
  decode: fold,
  encode: (name) => name.toUpperCase(),
});

export const Side = z.enum(SIDES);
export type Side = z.output<typeof Side>;

export const TradeType = z.enum(['spot'], 'Only spot is traded.');

/** A flag in a query string. */
export const BooleanText = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (flag) => (flag ? 'true' : 'false'),
});

/** A whole number from 1 to `most` in a query string. */
export const wholeText = (most: number, sentence: string) =>
  z.codec(z.string().check(z.regex(/^\d{1,15}$/, sentence)), z.int().check(z.gte(1, sentence), z.lte(most, sentence)), {
    decode: Number,
    encode: String,
  });

/** UTC epoch ms in a query string. */
export const TimeText = wholeText(Number.MAX_SAFE_INTEGER, 'A time is a number of milliseconds.');

/** A page counted from 0 in a query string. */
export const PageText = z.codec(z.string().check(z.regex(/^\d{1,6}$/, 'A page is a number from 0.')), z.number(), {
  decode: Number,
  encode: String,
});
export const PAGE_SIZE = 10;
/** How many rows a page has: at most 500. */
export const PageSizeText = z.codec(
  z.string().check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'A page has 1 to 500 rows.')),
  z.number(),
  { decode: Number, encode: String },
);
