import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { OrderBlock } from './order-block.ts';
import { BooleanText, Market, PageSizeText, PageText, SymbolName, TradeType } from './symbol.ts';

export const SORTS = ['date', 'price', 'value', 'profit', 'percent', 'targets'] as const;
export type Sort = (typeof SORTS)[number];
/** In the order of the spec's cycle: both set, only a take profit, only a stop loss, none. */
export const TARGET_STATES = ['both', 'take-profit', 'stop-loss', 'none'] as const;
export type TargetState = (typeof TARGET_STATES)[number];

/** How a list of blocks is sorted; without it, the newest first. */
export const sorting = {
  sort: z.optional(z.enum(SORTS)),
  direction: z.optional(z.enum(['asc', 'desc'])),
  /** Which rows come first when sorted by their targets. */
  targets: z.optional(z.enum(TARGET_STATES)),
};

export const listOrderBlocks = endpoint({
  method: 'get',
  path: '/api/markets/:tradeType/list',
  summary:
    "Open rows or history of a pair, ten a page unless asked otherwise: blockId to its orders, the main key's first",
  access: 'person',
  scopes: ['read', 'trade'],
  params: z.object({ tradeType: TradeType }),
  query: z.object({
    market: Market,
    symbolName: SymbolName,
    counterEarning: BooleanText,
    section: z.optional(z.enum(['buy', 'sell', 'alerts', 'history'])),
    /** Rows of the main key of this name; without it, of the active one. */
    connectorName: z.optional(z.string()),
    ...sorting,
    page: z.optional(PageText),
    /** Blocks of a page; ten if left out. */
    size: z.optional(PageSizeText),
  }),
  response: z.object({
    content: z.record(z.string(), z.array(OrderBlock)),
    lastPageNumber: z.number(),
    error: z.optional(z.nullable(z.string())),
  }),
});

export const getFirstOrder = endpoint({
  method: 'get',
  path: '/api/markets/spot/ordered',
  summary: 'Whether anything was ever ordered on the active main key of a market, of whatever pair',
  access: 'person',
  scopes: ['read', 'trade'],
  query: z.object({ market: Market }),
  response: z.object({ ordered: z.boolean() }),
});

export const listBlockEvents = endpoint({
  method: 'get',
  path: '/api/blocks/:blockId/events',
  summary: 'Why a block is as it is: everything that happened to it, oldest first',
  access: 'person',
  scopes: ['read', 'trade'],
  params: z.object({ blockId: z.uuid() }),
  response: z.object({
    events: z.array(
      z.object({
        at: z.number(),
        uid: z.nullable(z.uuid()),
        connectorName: z.nullable(z.string()),
        kind: z.string(),
        text: z.string(),
        /** Of the exchange and ours, for support. */
        ids: z.nullable(z.string()),
      }),
    ),
  }),
});
