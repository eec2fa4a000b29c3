import { Big } from 'big.js';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { exactNumber } from './money.ts';
import { Market } from './symbol.ts';

const TOO_SHORT = 'Field should contain at least 1 character';
export const keyField = (longest: number) =>
  z.string().check(z.trim(), z.minLength(1, TOO_SHORT), z.maxLength(longest, `At most ${longest} characters.`));

/** What a key may do on its exchange, by the exchange's own names for it. */
export const KeyRight = z.object({
  box: z.string(),
  isOn: z.boolean(),
  wanted: z.enum(['on', 'off', 'advised']),
  why: z.string(),
});
export type KeyRight = z.output<typeof KeyRight>;

export const KeyReport = z.object({
  ok: z.boolean(),
  /** What is wrong and what to do; null when all is well. */
  sentence: z.nullable(z.string()),
  /** Ours, where the exchange refused it: what to put on the key's list. */
  address: z.nullable(z.string()),
  /** Empty where they could not be read. */
  rights: z.array(KeyRight),
  /** UTC epoch ms. */
  checkedAt: z.number(),
});
export type KeyReport = z.output<typeof KeyReport>;

export const addKey = endpoint({
  method: 'post',
  path: '/api/key',
  summary: 'Add a key after checking it on the exchange',
  access: 'person',
  confirm: true,
  json: z.strictObject({ market: Market, name: keyField(60), key: keyField(256), secret: keyField(4096) }),
  /** `check` is what the exchange said, where it was asked. */
  response: z.object({ error: z.nullable(z.string()), uid: z.nullable(z.uuid()), check: z.nullable(KeyReport) }),
});

/** Kept to 18 decimals. */
const isKept = (amount: number) => new Big(amount).round(18).eq(amount);
const positive = (most: number, tooMuch: string) =>
  z.codec(
    z
      .number('Enter a number.')
      .check(
        z.gt(0, 'Enter a number above zero.'),
        z.lte(most, tooMuch),
        z.refine(isKept, 'Enter at most 18 decimals.'),
      ),
    z.instanceof(Big),
    { decode: (amount) => new Big(amount), encode: exactNumber },
  );

const amount = positive(1e12, 'This amount is too large.');

/** A copy key under its main key, and how large its copies are to be. */
export const SIZE_OF_COPY = {
  updateUid: z.uuid(),
  multiplier: positive(100, 'A multiplier is at most 100.'),
  ceiling: z.nullable(amount),
  /** Instead of the ratio of balances: what each deal costs, USDT. */
  fixed: z.optional(z.nullable(amount)),
};

export const sizeCopyKey = endpoint({
  method: 'put',
  path: '/api/key/group/copy',
  summary: "A copy key's size rule: its multiplier, and the most that one of its deals may cost",
  access: 'person',
  json: z.strictObject({ mainUid: z.uuid(), ...SIZE_OF_COPY }),
  response: z.object({ error: z.nullable(z.string()) }),
});

export const repeatOutsideDeals = endpoint({
  method: 'put',
  path: '/api/key/group/outside',
  summary: "Whether a group's copy keys repeat the deals made directly on the exchange from now on",
  access: 'person',
  json: z.strictObject({ mainUid: z.uuid(), repeatOutside: z.boolean() }),
  response: z.object({ error: z.nullable(z.string()) }),
});

export const createPaperKey = endpoint({
  method: 'post',
  path: '/api/paper/key',
  summary: 'A new funded paper account; paper mode only',
  access: 'person',
  response: z.object({ key: z.string(), secret: z.string() }),
});
