import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const Trading = z.object({
  /** The person's own switch. */
  off: z.boolean(),
  /** Why nothing is ordered for this person now, and who decided so; null while orders are taken. */
  refusal: z.nullable(z.string()),
  /** Why nothing new is entered, though what is open goes on: a loss limit is reached. Null otherwise. */
  entries: z.nullable(z.string()),
});
export type Trading = z.output<typeof Trading>;

export const getTrading = endpoint({
  method: 'get',
  path: '/api/user/trading',
  summary: 'Whether orders are taken, and if not, why',
  access: 'person',
  response: Trading,
});

export const switchTrading = endpoint({
  method: 'post',
  path: '/api/user/trading',
  summary:
    'Switch your own trading off or on: what rests on the exchange stays, but for orders of bots where that is asked',
  access: 'person',
  json: z.strictObject({
    off: z.boolean(),
    /** Switched off: resting orders of bots are taken down; targets and stops that protect blocks stay. */
    botOrders: z._default(z.boolean(), false),
  }),
  response: Trading,
});

export const countBotOrders = endpoint({
  method: 'get',
  path: '/api/user/trading/bot-orders',
  summary: 'How many orders of your bots rest on the exchanges',
  access: 'person',
  response: z.object({ resting: z.int() }),
});
