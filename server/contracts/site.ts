import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What every page must know of the site it is on. */
export const getSite = endpoint({
  method: 'get',
  path: '/api/site',
  summary: 'Version, trading mode and what is configured',
  access: 'anyone',
  response: z.object({
    version: z.string(),
    exchangeMode: z.enum(['paper', 'live']),
    markets: z.array(z.string()),
    outgoingIp: z.nullable(z.string()),
    google: z.boolean(),
  }),
});

export const getHealth = endpoint({
  method: 'get',
  path: '/healthz',
  summary: 'Alive',
  access: 'anyone',
  response: z.object({ status: z.literal('ok') }),
});

export const getReadiness = endpoint({
  method: 'get',
  path: '/readyz',
  summary: 'Database, engine and exchange ready',
  access: 'anyone',
  response: z.object({ ready: z.boolean(), checks: z.record(z.string(), z.boolean()) }),
});
