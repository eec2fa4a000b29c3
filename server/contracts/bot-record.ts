import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';
import { PageText, Side } from './symbol.ts';

const params = z.object({ botId: z.uuid() });
const page = z.object({ page: z.optional(PageText) });

/** An order of a bot that traded. */
export const BotDeal = z.object({
  dealId: z.uuid(),
  connectorName: z.string(),
  /** What was bought or sold. */
  asset: z.string(),
  /** 0 for what was traded at the start and at the stop; of a basket the number of its asset. */
  level: z.int(),
  side: Side,
  /** Average of its fills. */
  price: money,
  quantity: money,
  counterQuantity: money,
  fees: z.array(z.object({ asset: z.string(), amount: money })),
  /** UTC epoch ms. */
  tradedAt: z.number(),
});
export type BotDeal = z.output<typeof BotDeal>;

export const listBotDeals = endpoint({
  method: 'get',
  path: '/api/bots/:botId/deals',
  summary: 'What it bought and sold, the newest first, fifty a page',
  access: 'person',
  scopes: ['read', 'trade'],
  params,
  query: page,
  response: z.object({ content: z.array(BotDeal), totalRecords: z.int() }),
});

export const listBotEvents = endpoint({
  method: 'get',
  path: '/api/bots/:botId/why',
  summary: 'Each decision with its reason, the newest first, fifty a page',
  access: 'person',
  scopes: ['read', 'trade'],
  params,
  query: page,
  response: z.object({
    content: z.array(
      z.object({ at: z.number(), connectorName: z.string(), level: z.nullable(z.int()), text: z.string() }),
    ),
    totalRecords: z.int(),
  }),
});
