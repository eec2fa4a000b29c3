import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney, positiveMoney } from './money.ts';

/** EX-12: a loss of the day (UTC) in percent or in USDT, or a fall from the highest value since the limit was set, in percent. */
export const LossKind = z.enum(['day-percent', 'day-usdt', 'fall-percent']);
export type LossKind = z.output<typeof LossKind>;

/** Null is the whole account. */
const scope = { keyUid: z.nullable(z.uuid()) };

export const LossLimit = z.object({
  ...scope,
  kind: LossKind,
  most: money,
  /** Whether everything is closed at market once it is reached. */
  closesAll: z.boolean(),
  /** UTC epoch ms. */
  setAt: z.number(),
  /** USDT lost of `allowed`; null while a price is missing. */
  lost: nullableMoney,
  allowed: nullableMoney,
  /** When it was reached, and when it ends by itself; null where it is not reached, or ends only when it is set anew. */
  reachedAt: z.nullable(z.number()),
  endsAt: z.nullable(z.number()),
});
export type LossLimit = z.output<typeof LossLimit>;

/** What was closed today, and what is open at last prices. */
const DayResult = z.object({
  ...scope,
  connectorName: z.nullable(z.string()),
  /** USDT; null while a price is missing. */
  result: nullableMoney,
  /** Parts whose result is not known: they are left out. */
  leftOut: z.number(),
});
export type DayResult = z.output<typeof DayResult>;

export const LossLimits = z.object({
  limits: z.array(LossLimit),
  /** The account's, then that of each key. */
  results: z.array(DayResult),
});
export type LossLimits = z.output<typeof LossLimits>;

export const getLossLimits = endpoint({
  method: 'get',
  path: '/api/user/loss-limits',
  summary: 'How much the account and each key may lose before nothing new is entered, and how much that is now',
  access: 'person',
  response: LossLimits,
});

export const setLossLimit = endpoint({
  method: 'put',
  path: '/api/user/loss-limits',
  summary: 'Set, change or remove (`limit` null) such a limit; a looser one needs a fresh proof of identity',
  access: 'person',
  json: z.strictObject({
    ...scope,
    limit: z.nullable(z.strictObject({ kind: LossKind, most: positiveMoney, closesAll: z.boolean() })),
  }),
  response: LossLimits,
});
