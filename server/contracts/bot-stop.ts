import * as z from 'zod/mini';
import { positiveMoney } from './money.ts';

/** What becomes of the coins when a bot stops. */
export const BotEnding = z.enum(['keep', 'sell', 'buy-back']);
export type BotEnding = z.output<typeof BotEnding>;

const ending = z.optional(BotEnding);

/** What stops a bot; null or left out where it is not set. */
export const BotStop = z.strictObject({
  below: z.optional(z.nullable(positiveMoney)),
  above: z.optional(z.nullable(positiveMoney)),
  /** Of what it was given, percent. */
  gain: z.optional(z.nullable(positiveMoney)),
  loss: z.optional(z.nullable(positiveMoney)),
  /** UTC epoch ms. */
  at: z.optional(z.nullable(z.int())),
  /** Of each condition, where it is not the usual one. */
  endings: z.optional(z.strictObject({ below: ending, above: ending, gain: ending, loss: ending, at: ending })),
});
export type BotStop = z.output<typeof BotStop>;
export type StoredStop = z.input<typeof BotStop>;
