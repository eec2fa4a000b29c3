import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { OrderBlock } from './order-block.ts';
import { positiveMoney } from './money.ts';
import { Failed } from './orders.ts';
import { BooleanText, Market, Side, SymbolName } from './symbol.ts';

/** More blocks are closed by another call. */
const MOST_BLOCKS = 500;

/** Of the active main key; left out, every pair, both sides and both ways to earn. */
const which = { market: Market, symbolName: z.optional(SymbolName), section: z.optional(Side) };

export const listOpenBlocks = endpoint({
  method: 'get',
  path: '/api/markets/spot/close-all',
  summary: "What 'Close all' would end: every open block of the active key, all its keys' parts",
  access: 'person',
  scopes: ['read', 'trade'],
  query: z.object({ ...which, counterEarning: z.optional(BooleanText) }),
  response: z.object({ content: z.record(z.string(), z.array(OrderBlock)) }),
});

export const closeAll = endpoint({
  method: 'put',
  path: '/api/markets/spot/close-all',
  summary: 'Close at market every block that holds something and cancel every unfilled entry, in one call',
  access: 'person',
  scopes: ['trade'],
  json: z.strictObject({
    ...which,
    counterEarning: z.optional(z.boolean()),
    /** Only these, as they were confirmed; what was opened since stays. */
    blockIds: z.optional(z.array(z.uuid()).check(z.maxLength(MOST_BLOCKS))),
  }),
  response: z.object({
    error: z.nullable(z.string()),
    /** What became of each; `failed` says which keys' parts are still open. */
    blocks: z.array(z.object({ blockId: z.uuid(), error: z.nullable(z.string()), failed: z.array(Failed) })),
  }),
});

export const closePart = endpoint({
  method: 'post',
  path: '/api/markets/spot/close-part',
  summary: 'Close a part of a block at market; every copy closes the same share, and targets stay for the rest',
  access: 'person',
  scopes: ['trade'],
  json: z.strictObject({
    market: Market,
    symbolName: SymbolName,
    blockId: z.uuid(),
    /** Base units of the main key. */
    quantity: positiveMoney,
    /** The same request closes its part once, however often it is sent. */
    requestId: z.uuid(),
  }),
  response: z.object({ error: z.nullable(z.string()), orderBlocks: z.array(OrderBlock), failed: z.array(Failed) }),
});
