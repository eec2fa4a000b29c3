import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { HISTORY_FILTER, Tag } from './history.ts';
import { money, nullableMoney } from './money.ts';
import { BLOCK_STATES } from './rules/block-state.ts';
import { Market, PageText, Side, wholeText } from './symbol.ts';

const MOST_A_PAGE = 500;

/** One key's part of an ended block, in one line. */
export const Deal = z.object({
  blockId: z.uuid(),
  uid: z.uuid(),
  connectorName: z.string(),
  /** True for a copy key's part. */
  inGroup: z.boolean(),
  market: Market,
  /** 'xrp_usdt' */
  symbolName: z.string(),
  baseCurrency: z.string(),
  counterCurrency: z.string(),
  section: Side,
  counterEarning: z.boolean(),
  status: z.enum(BLOCK_STATES),
  /** Of the first trade, and when the block ended; UTC epoch ms. */
  openedAt: z.number(),
  closedAt: z.number(),
  entryPrice: nullableMoney,
  /** The average of all exits; null where nothing was traded out. */
  exitPrice: nullableMoney,
  priceDecimals: z.number(),
  /** Base units of the entry. */
  quantity: money,
  quantityDecimals: z.number(),
  fees: z.array(z.object({ asset: z.string(), amount: money })),
  /** In `currency`, fees taken off; null where it cannot be known. */
  profit: nullableMoney,
  percent: nullableMoney,
  currency: z.string(),
  decimals: z.number(),
});
export type Deal = z.output<typeof Deal>;

const NOTE_LENGTH = 1000;
const MOST_TAGS = 10;

export const BlockNote = z.object({ tags: z.array(z.string()), note: z.string() });

export const listDeals = endpoint({
  method: 'get',
  path: '/api/history/deals',
  summary: "Ended blocks part by part, the latest end first: prices, times, fees, result, the owner's tags and note",
  access: 'person',
  scopes: ['read'],
  query: z.object({
    ...HISTORY_FILTER,
    page: z.optional(PageText),
    /** Blocks a page. */
    size: z.optional(wholeText(MOST_A_PAGE, `A page has 1 to ${MOST_A_PAGE} blocks.`)),
  }),
  response: z.object({
    blocks: z.array(z.object({ blockId: z.uuid(), ...BlockNote.shape, deals: z.array(Deal) })),
    /** Of blocks. */
    total: z.number(),
    lastPageNumber: z.number(),
  }),
});

/** Parts that earn one currency, of one day, key or pair. */
const Sum = {
  profit: money,
  parts: z.number(),
  /** Parts whose result cannot be known: they are in no sum. */
  unknown: z.number(),
};

const Earned = z.object({
  currency: z.string(),
  decimals: z.number(),
  /** '2026-11-25' in the time zone that was asked for, oldest first. */
  days: z.array(z.object({ day: z.string(), ...Sum })),
  keys: z.array(z.object({ uid: z.uuid(), name: z.string(), ...Sum })),
  pairs: z.array(z.object({ market: Market, symbolName: z.string(), ...Sum })),
});
export type EarnedBy = z.output<typeof Earned>;

export const reportHistory = endpoint({
  method: 'get',
  path: '/api/history/report',
  summary: 'What ended blocks came to by day, key and pair, by the currency they earn, and the fees they paid',
  access: 'person',
  scopes: ['read'],
  query: z.object({
    ...HISTORY_FILTER,
    /** IANA name; days begin at its midnight. */
    timeZone: z.optional(z.string().check(z.maxLength(64, 'A time zone has at most 64 characters.'))),
  }),
  response: z.object({
    earned: z.array(Earned),
    fees: z.array(z.object({ asset: z.string(), amount: money })),
  }),
});

export const noteBlock = endpoint({
  method: 'put',
  path: '/api/blocks/:blockId/note',
  summary: "The owner's tags and note of a block; empty ones take them off",
  access: 'person',
  scopes: ['trade'],
  params: z.object({ blockId: z.uuid() }),
  json: z.strictObject({
    tags: z.array(Tag).check(z.maxLength(MOST_TAGS, `At most ${MOST_TAGS} tags.`)),
    note: z.string().check(z.maxLength(NOTE_LENGTH, `A note has at most ${NOTE_LENGTH} characters.`)),
  }),
  response: BlockNote,
});

export const listTags = endpoint({
  method: 'get',
  path: '/api/history/tags',
  summary: "The tags of a person's blocks, the most used first",
  access: 'person',
  scopes: ['read'],
  response: z.object({ tags: z.array(z.object({ tag: z.string(), blocks: z.number() })) }),
});
