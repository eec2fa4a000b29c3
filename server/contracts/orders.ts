import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Pair } from './markets.ts';
import { money, positiveMoney } from './money.ts';
import { BooleanText, Market, PageText, Side, SymbolName, TradeType } from './symbol.ts';

/**
 * One order block as the spec's rows show it: the entry ('first') and, later, its targets ('second').
 * As the spec has it, 0 in a price, quantity or time says that the stage was not reached.
 */
export const OrderBlock = z.object({
  blockId: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  connectorName: z.string(),
  section: Side,
  open: z.boolean(),
  counterEarning: z.boolean(),
  inGroup: z.boolean(),
  symbol: Pair,
  /** pending: not yet confirmed by the exchange; unconfirmed: its answer was lost and is being looked up. */
  status: z.enum(['pending', 'unconfirmed', 'placed', 'partly-filled', 'filled', 'rejected', 'removed', 'closed']),
  statusReason: z.nullable(z.string()),
  baseQuantityStep: money,
  baseRound: z.number(),
  counterRound: z.number(),
  firstOrderId: z.string(),
  firstPlacedPrice: money,
  firstPlacedQuantity: money,
  firstPlacedCounterQuantity: money,
  firstPlacedTime: z.number(),
  firstFilledPrice: money,
  firstFilledQuantity: money,
  firstFilledCounterQuantity: money,
  firstFilledTime: z.number(),
  firstFilledUnrealizedQuantity: money,
});
export type OrderBlock = z.output<typeof OrderBlock>;

export const PlaceOrder = z.strictObject({
  market: Market,
  symbolName: SymbolName,
  price: positiveMoney,
  counterQuantity: positiveMoney,
  counterEarning: z.boolean(),
});
export type PlaceOrder = z.output<typeof PlaceOrder>;

export const placeFirstOrder = endpoint({
  method: 'post',
  path: '/api/markets/spot/first/:section',
  summary: 'Place an entry on the active main key',
  access: 'person',
  params: z.object({ section: Side }),
  json: PlaceOrder,
  response: z.object({
    error: z.nullable(z.string()),
    orderBlock: z.nullable(OrderBlock),
    userId: z.nullable(z.uuid()),
    connectorName: z.nullable(z.string()),
    inGroup: z.nullable(z.boolean()),
  }),
});

export const removeFirstOrder = endpoint({
  method: 'delete',
  path: '/api/markets/spot/first/',
  summary: 'Cancel an unfilled entry; what was filled of it stays',
  access: 'person',
  json: z.strictObject({ market: Market, symbolName: SymbolName, blockId: z.uuid() }),
  response: z.object({ error: z.nullable(z.string()) }),
});

export const listOrderBlocks = endpoint({
  method: 'get',
  path: '/api/markets/:tradeType/list',
  summary: "Open rows or history of a pair, ten a page: blockId to its orders, the main key's first",
  access: 'person',
  params: z.object({ tradeType: TradeType }),
  query: z.object({
    market: Market,
    symbolName: SymbolName,
    counterEarning: BooleanText,
    section: z.optional(z.enum(['buy', 'sell', 'alerts', 'history'])),
    page: z.optional(PageText),
  }),
  response: z.object({
    content: z.record(z.string(), z.array(OrderBlock)),
    lastPageNumber: z.number(),
    error: z.optional(z.nullable(z.string())),
  }),
});
