import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nullableMoney } from './money.ts';

/** What every page must know of the site it is on. */
export const getSite = endpoint({
  method: 'get',
  path: '/api/site',
  summary: 'Version, trading mode and what is configured',
  access: 'anyone',
  scopes: ['read', 'alerts', 'trade'],
  response: z.object({
    version: z.string(),
    exchangeMode: z.enum(['paper', 'live']),
    markets: z.array(z.string()),
    outgoingIp: z.nullable(z.string()),
    google: z.boolean(),
  }),
});

/** What a visitor may see move: the last trade of the pair that everything begins with. */
export const getSitePrice = endpoint({
  method: 'get',
  path: '/api/site/price',
  summary: 'The price of the pair on the landing page',
  access: 'anyone',
  scopes: ['read', 'alerts', 'trade'],
  response: z.object({
    /** 'XRP/USDT' */
    pair: z.string(),
    /** Null before the first trade is known. */
    price: nullableMoney,
    /** UTC epoch ms of that trade. */
    time: z.nullable(z.number()),
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
  response: z.object({
    ready: z.boolean(),
    checks: z.record(z.string(), z.boolean()),
    /** Which of them answer; one that does not keeps the others from nothing. */
    markets: z.record(z.string(), z.boolean()),
  }),
});
