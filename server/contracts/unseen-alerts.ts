import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { UpperMarket } from './symbol.ts';

export const listUnseenAlerts = endpoint({
  method: 'get',
  path: '/api/alert/not-seen-id-list',
  summary: 'Ids of the executed alerts not yet seen, of a market or of all',
  access: 'person',
  scopes: ['read', 'alerts'],
  query: z.object({ market: z.optional(UpperMarket) }),
  response: z.array(z.uuid()),
});
