import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney } from './money.ts';
import { OrderBlock } from './order-block.ts';
import { sorting } from './order-lists.ts';
import { BooleanText, Market, PageText, SymbolName, TimeText } from './symbol.ts';

/** A word or two of the owner's; the case does not matter. */
const TAG_LENGTH = 30;
export const Tag = z.codec(
  z.string(),
  z
    .string()
    .check(
      z.minLength(1, 'A tag has at least 1 character.'),
      z.maxLength(TAG_LENGTH, `A tag has at most ${TAG_LENGTH} characters.`),
    ),
  { decode: (text) => text.trim().toLowerCase(), encode: (tag) => tag },
);

/** Which ended blocks: what is left out is not asked about. */
export const HISTORY_FILTER = {
  market: z.optional(Market),
  symbolName: z.optional(SymbolName),
  counterEarning: z.optional(BooleanText),
  /** Only this key's parts. */
  uid: z.optional(z.uuid()),
  /** Without a key: `group` is the active main key's blocks with their copies, `all` every key's, deleted ones too. Neither is `group` and deleted main keys'. */
  scope: z.optional(z.enum(['group', 'all'])),
  /** Blocks that ended from this moment on, and before that one. */
  from: z.optional(TimeText),
  before: z.optional(TimeText),
  /** Blocks with this tag of the owner's. */
  tag: z.optional(Tag),
};
export const Filter = z.object(HISTORY_FILTER);
export type HistoryFilter = z.output<typeof Filter>;

export const listHistory = endpoint({
  method: 'get',
  path: '/api/history',
  summary: 'Ended blocks, ten a page, each with its parts; by date is by their end',
  access: 'person',
  scopes: ['read'],
  query: z.object({ ...HISTORY_FILTER, ...sorting, page: z.optional(PageText) }),
  response: z.object({
    blocks: z.array(z.object({ endedAt: z.number(), orders: z.array(OrderBlock) })),
    lastPageNumber: z.number(),
  }),
});

/** What blocks that earn one currency came to, fees taken off; each key's part of a block counts by itself. */
const Earned = z.object({
  currency: z.string(),
  /** That its amounts are shown with. */
  decimals: z.number(),
  profit: money,
  /** Parts whose result is known, and of these how many gained and how many lost. */
  parts: z.number(),
  won: z.number(),
  lost: z.number(),
  /** Parts whose result cannot be known: they are in no sum. */
  unknown: z.number(),
  /** Of parts that gained or lost, as a percentage; null where there is none. */
  winRate: nullableMoney,
  /** The sum of results after each end, oldest first; of a long history some ends stand for many. */
  curve: z.array(z.object({ at: z.number(), profit: money })),
});

export const summarizeHistory = endpoint({
  method: 'get',
  path: '/api/history/summary',
  summary: 'What ended blocks came to, by the currency they earn',
  access: 'person',
  scopes: ['read'],
  query: Filter,
  response: z.object({ earned: z.array(Earned) }),
});
export type Earned = z.output<typeof Earned>;
