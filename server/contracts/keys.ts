import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney } from './money.ts';
import { Market } from './symbol.ts';

/** A connected exchange key. `key` is masked (first 4, last 4); `usdtBalance` null means not known, never 0. */
export const Key = z.object({
  uid: z.uuid(),
  name: z.string(),
  key: z.string(),
  market: Market,
  usdtBalance: nullableMoney,
  /** USDT of it that no order ties up; null means not known. */
  usdtFree: nullableMoney,
  /** UTC epoch ms of the balance, null while unknown. */
  balanceAt: z.nullable(z.number()),
  currency: z.literal('USDT'),
  inProcess: z.boolean(),
  groupName: z.string(),
  /** Copy keys only: how large their deals are compared with the main key's, and the most that one may cost, USDT. */
  multiplier: money,
  ceiling: nullableMoney,
  /** USDT that each deal costs here, instead of the ratio of balances; null for the ratio. */
  fixed: nullableMoney,
  /** How many blocks it has open. */
  openBlocks: z.number(),
  paper: z.boolean(),
  /** Why it is not used any more; null while it is. */
  disabledReason: z.nullable(z.string()),
  /** What the exchange says against a key that is still here whole; null while all is well. */
  refusal: z.nullable(z.string()),
});
export type Key = z.output<typeof Key>;

export const KeyGroup = z.object({
  mainKey: Key,
  copyKeys: z.array(Key),
  groupName: z.string(),
  /** Whether the copy keys repeat what the main key's owner deals directly on the exchange. */
  repeatOutside: z.boolean(),
});
export type KeyGroup = z.output<typeof KeyGroup>;

export const listKeys = endpoint({
  method: 'get',
  path: '/api/key/all',
  summary: 'All keys by market: the active main key with its group, then the other groups',
  access: 'person',
  response: z.object({
    apiKeyMarketGroups: z.array(
      z.object({
        market: Market,
        activeMainApiKeyGroup: z.nullable(KeyGroup),
        apiKeyGroups: z.array(KeyGroup),
      }),
    ),
  }),
});

export const KEYS_PER_ACCOUNT = 20;
