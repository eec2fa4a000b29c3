import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney, positiveMoney } from './money.ts';
import { OrderBlock } from './order-block.ts';
import { Failed } from './orders.ts';
import { Market, SymbolName } from './symbol.ts';

/** A preview takes all rows of a tab, and says of each whether it can be joined. */
const MOST_ROWS = 500;
const MOST_SHARES = 5;

const pair = { market: Market, symbolName: SymbolName };
const Joining = z.strictObject({
  ...pair,
  blockIds: z.array(z.uuid()).check(z.maxLength(MOST_ROWS)),
  /** Of the new block; the old ones' are taken down. */
  takeProfitPrice: z.optional(z.nullable(positiveMoney)),
  stopLossPrice: z.optional(z.nullable(positiveMoney)),
});
export type Joining = z.output<typeof Joining>;

const Splitting = z.strictObject({
  ...pair,
  blockId: z.uuid(),
  /** Of what can be sold, each a part of 1. */
  shares: z.array(positiveMoney).check(z.maxLength(MOST_SHARES + 1)),
});
export type Splitting = z.output<typeof Splitting>;

const Done = z.object({ error: z.nullable(z.string()), orderBlocks: z.array(OrderBlock), failed: z.array(Failed) });

export const averageBlocks = endpoint({
  method: 'post',
  path: '/api/markets/spot/average',
  summary: 'Join filled blocks of one pair into one; nothing is traded or booked, and their targets are taken down',
  access: 'person',
  scopes: ['trade'],
  json: Joining,
  response: Done,
});

export const splitBlock = endpoint({
  method: 'post',
  path: '/api/markets/spot/split',
  summary: 'Split a filled block into 2 to 5, by shares; each gets the targets that it had, and nothing is booked',
  access: 'person',
  scopes: ['trade'],
  json: Splitting,
  response: Done,
});

/** What one key's part would hold; the average is rounded to 8 decimals. */
const Holding = z.object({
  quantity: money,
  /** Counter currency spent on it, or brought in by what was sold. */
  costs: money,
  averagePrice: money,
  /** Base units that a close would trade. */
  sellable: money,
  breakEven: nullableMoney,
});
export type Holding = z.output<typeof Holding>;
const ofKey = { uid: z.uuid(), connectorName: z.string(), inGroup: z.boolean() };
/** A block, and why it stays as it is; null where it does not. */
const Verdict = z.object({ blockId: z.uuid(), reason: z.nullable(z.string()) });

export const previewAverage = endpoint({
  method: 'post',
  path: '/api/markets/spot/average/preview',
  summary: 'What joining blocks would come to on each key, and which of them cannot join; nothing is changed',
  access: 'person',
  scopes: ['read', 'trade'],
  json: Joining,
  response: z.object({
    /** Why those that can join cannot be joined as asked. */
    error: z.nullable(z.string()),
    blocks: z.array(Verdict),
    keys: z.array(
      z.object({
        ...ofKey,
        joined: Holding,
        /** What closing the parts on their own would trade together. */
        sellableApart: money,
        /** Base that stays after a close. */
        dust: money,
        /** In what the block earns. */
        takeProfitResult: nullableMoney,
        stopLossResult: nullableMoney,
        /** Its parts of these blocks stay as they are. */
        left: z.array(Verdict),
      }),
    ),
  }),
});

export const previewSplit = endpoint({
  method: 'post',
  path: '/api/markets/spot/split/preview',
  summary: 'What splitting a block would come to on each key; nothing is changed',
  access: 'person',
  scopes: ['read', 'trade'],
  json: Splitting,
  response: z.object({
    error: z.nullable(z.string()),
    /** A copy with an `error` stays whole in the block that is there. */
    keys: z.array(z.object({ ...ofKey, error: z.nullable(z.string()), parts: z.array(Holding) })),
  }),
});
