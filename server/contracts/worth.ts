import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nullableMoney } from './money.ts';

export const WORTH_SPANS = ['1d', '1w', '1m', 'all'] as const;
export type WorthSpan = (typeof WORTH_SPANS)[number];

export const getWorth = endpoint({
  method: 'get',
  path: '/api/overview/worth',
  summary: 'What all keys are worth in USDT, now and over time; deposits and withdrawals move it',
  access: 'person',
  scopes: ['read'],
  query: z.object({ span: z._default(z.enum(WORTH_SPANS, `Choose one of: ${WORTH_SPANS.join(', ')}.`), '1d') }),
  response: z.object({
    /** Of the keys whose worth is known; null where it is known of none. */
    usdt: nullableMoney,
    /** UTC epoch ms. */
    at: z.number(),
    keys: z.number(),
    /** Names of keys whose worth is not known: they are not in the sum. */
    unknown: z.array(z.string()),
    /** One an hour, or a day for all of it; oldest first. Null is a gap: it was not known then. */
    points: z.array(z.object({ at: z.number(), usdt: nullableMoney })),
  }),
});
export type Worth = z.output<typeof getWorth.response>;
