import { Big } from 'big.js';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money, positiveMoney } from './money.ts';

/** What an account may order before its owner says otherwise, in USDT. */
export const USUAL_LIMITS = { perOrder: new Big(25_000), perDay: new Big(100_000), thinMarkets: false };
/** Pairs of which less was traded in 24 hours, in USDT, are closed until their owner opens them. */
export const THIN_BELOW = new Big(1_000_000);

export const Limits = z.object({
  /** The most that one order of one key may be worth, USDT. */
  perOrder: money,
  /** The most that all entries of all keys may be worth in 24 hours, USDT. */
  perDay: money,
  /** Whether pairs that hardly trade are open. */
  thinMarkets: z.boolean(),
  /** Of `perDay`; null while the worth of an order is not known. */
  usedToday: z.nullable(money),
});
export type Limits = z.output<typeof Limits>;

export const getLimits = endpoint({
  method: 'get',
  path: '/api/user/limits',
  summary: 'What this account may order at most',
  access: 'person',
  response: Limits,
});

export const changeLimits = endpoint({
  method: 'put',
  path: '/api/user/limits',
  summary: 'Change what this account may order at most; more than now needs a fresh proof of identity',
  access: 'person',
  json: z.strictObject({ perOrder: positiveMoney, perDay: positiveMoney, thinMarkets: z.boolean() }),
  response: Limits,
});
