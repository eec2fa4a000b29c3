import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney, positiveMoney } from './money.ts';
import { OrderBlock } from './order-block.ts';
import { planFields, PlannedExits } from './plan-fields.ts';
import { Market, Side, SymbolName } from './symbol.ts';

const targets = {
  takeProfitPrice: z.optional(z.nullable(positiveMoney)),
  stopLossPrice: z.optional(z.nullable(positiveMoney)),
};

/** Targets may be known beforehand: the entry then goes out with them. */
export const PlaceOrder = z.strictObject({
  market: Market,
  symbolName: SymbolName,
  price: positiveMoney,
  counterQuantity: positiveMoney,
  counterEarning: z.boolean(),
  /** The main key that it was shown for: refused where that is not the active one any more. */
  mainUid: z.optional(z.uuid()),
  ...targets,
  /** Instead of both: a plan. Once it has filled it is cut by it; until then the first target and the stop hold all of it. */
  takeProfits: z.optional(planFields.takeProfits),
  stopLoss: z.optional(planFields.stopLoss),
  time: planFields.time,
  /** The entry waits for this price, and then is a limit at `price`, which lies 0 to 5% beyond it; left out, at once. */
  trigger: z.optional(z.nullable(positiveMoney)),
  /** From `trigger` on, or at once where the market is there, it trades once that has turned by so many percent; `price` is what it is sized at. */
  trailing: z.optional(z.nullable(z.strictObject({ percent: positiveMoney }))),
  /**
   * 2 to 10 limits instead of one, from `price` to `end`, which lies below it for a buy and above it for a sale. The last
   * takes `weight` times the money of the first (1 to 5; left out, 1), those between in equal steps.
   */
  ladder: z.optional(
    z.nullable(z.strictObject({ end: positiveMoney, limits: z.int(), weight: z.optional(positiveMoney) })),
  ),
  /** Ms after which what has not filled is canceled: 1 minute to 90 days; left out, never. */
  expiresAfter: z.optional(z.nullable(z.int())),
});
export type PlaceOrder = z.output<typeof PlaceOrder>;

export const placeFirstOrder = endpoint({
  method: 'post',
  path: '/api/markets/spot/first/:section',
  summary: 'Place an entry on the active main key',
  access: 'person',
  scopes: ['trade'],
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
  scopes: ['trade'],
  json: z.strictObject({ market: Market, symbolName: SymbolName, blockId: z.uuid() }),
  response: z.object({ error: z.nullable(z.string()) }),
});

export const changeFirstOrder = endpoint({
  method: 'put',
  path: '/api/markets/spot/first/',
  summary: 'Change price and amount of an entry that waits; what was filled of it stays, and copies follow',
  access: 'person',
  scopes: ['trade'],
  json: z.strictObject({
    market: Market,
    symbolName: SymbolName,
    blockId: z.uuid(),
    price: positiveMoney,
    /** Base units of the main key in all, what has filled included; left out: as before. */
    quantity: z.optional(positiveMoney),
  }),
  response: z.object({
    error: z.nullable(z.string()),
    orderBlocks: z.array(OrderBlock),
    failed: z.array(z.object({ uid: z.uuid(), connectorName: z.string(), error: z.string() })),
  }),
});

const NamedBlock = z.strictObject({ market: Market, symbolName: SymbolName, blockId: z.uuid() });

/** What one key's part of a block could not do; the others are not touched by it. */
export const Failed = z.object({ uid: z.uuid(), connectorName: z.string(), error: z.string() });

const Targets = z.extend(NamedBlock, targets);
const TargetsSet = z.object({
  errorMessage: z.nullable(z.string()),
  orderBlocks: z.array(OrderBlock),
  failed: z.array(Failed),
});

const third = (method: 'post' | 'put', summary: string) =>
  endpoint({
    method,
    path: '/api/markets/spot/third',
    summary,
    access: 'person',
    scopes: ['trade'],
    json: Targets,
    response: TargetsSet,
  });

export const setTargets = third('post', 'Give a block its take profit, its stop loss, or both');
export const changeTargets = third('put', 'Change them: what rests is canceled first, and only then placed anew');

export const removeTargets = endpoint({
  method: 'delete',
  path: '/api/markets/spot/third',
  summary: 'Take both targets off a block',
  access: 'person',
  scopes: ['trade'],
  json: NamedBlock,
  response: z.object({ errorMessage: z.nullable(z.string()), failed: z.array(Failed) }),
});

const Closed = z.object({ error: z.nullable(z.string()), orderBlocks: z.array(OrderBlock), failed: z.array(Failed) });

export const closeFilled = endpoint({
  method: 'put',
  path: '/api/markets/spot/second/close/',
  summary: 'Sell, or buy back, at market what a filled entry without targets holds',
  access: 'person',
  scopes: ['trade'],
  json: NamedBlock,
  response: Closed,
});

export const closeTargeted = endpoint({
  method: 'put',
  path: '/api/markets/spot/fourth/close',
  summary: 'Cancel the targets of a block, then close it at market',
  access: 'person',
  scopes: ['trade'],
  json: NamedBlock,
  response: Closed,
});

/** What a skipped or failed part of a block would be. */
const Receipt = z.object({
  uid: z.uuid(),
  connectorName: z.string(),
  price: money,
  quantity: money,
  counterQuantity: money,
  /** Of a ladder, nearest to the market first: `price` is then their average. Left out for one order. */
  limits: z.optional(z.array(z.object({ price: money, quantity: money, counterQuantity: money }))),
  /** What the fee leaves of what the entry brings in; null while the rate is not known. */
  received: nullableMoney,
  takeProfit: z.nullable(z.object({ price: money, quantity: money, profit: money, percent: money })),
  stopLoss: z.nullable(z.object({ price: money, quantity: money, profit: money, percent: money })),
  /** Counter currency that must be free besides, for a sell block's stop. */
  reserve: money,
  error: z.nullable(z.string()),
  /** What of its targets cannot protect it, though it is placed. */
  warning: z.nullable(z.string()),
  /** Which order of a bot on the same key it would end; null for none. */
  meets: z.nullable(z.string()),
});
export type Receipt = z.output<typeof Receipt>;

export const previewOrder = endpoint({
  method: 'post',
  path: '/api/markets/spot/preview/:section',
  summary: 'What an entry would become, for the main key and each copy; nothing is placed',
  access: 'person',
  scopes: ['read', 'trade'],
  params: z.object({ section: Side }),
  json: PlaceOrder,
  response: z.object({
    error: z.nullable(z.string()),
    receipts: z.array(Receipt),
    /** Rate taken off what each trade of the main key brings in; 0 where another asset pays, null with an error. */
    fee: nullableMoney,
    /** The lowest stop that can still be placed for the main key's quantity. */
    deepestStop: nullableMoney,
    /** What its plan would make of all that the entry brings in; left out without a plan. */
    planned: z.optional(PlannedExits),
  }),
});

export const retryCopy = endpoint({
  method: 'post',
  path: '/api/markets/spot/copy/retry',
  summary: 'Try again what a copy was skipped for or failed at',
  access: 'person',
  scopes: ['trade'],
  json: z.strictObject({ blockId: z.uuid(), uid: z.uuid() }),
  response: z.object({ error: z.nullable(z.string()), orderBlock: z.nullable(OrderBlock) }),
});

export const settleInterference = endpoint({
  method: 'post',
  path: '/api/markets/spot/interference',
  summary:
    'After a change on the exchange: adopt it, release this part of the block, or keep it where other coins were traded',
  access: 'person',
  scopes: ['trade'],
  json: z.strictObject({ blockId: z.uuid(), uid: z.uuid(), choice: z.enum(['adopt', 'release', 'keep']) }),
  response: z.object({ error: z.nullable(z.string()), orderBlock: z.nullable(OrderBlock) }),
});
