import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nullableMoney } from './money.ts';
import { BLOCK_STATES } from './rules/block-state.ts';
import { Side } from './symbol.ts';

/** How a key stands: its open blocks, and what its last deal came to. */
export const KeyFacts = z.object({
  uid: z.uuid(),
  /** USDT, fees taken off, if all that it has open ended at the last prices; null while a part of it is not known. */
  openResult: nullableMoney,
  /** Null before its first deal. */
  last: z.nullable(
    z.object({
      /** Placed, UTC epoch ms; 0 where it was not. */
      at: z.number(),
      pair: z.string(),
      section: Side,
      status: z.enum(BLOCK_STATES),
      statusReason: z.nullable(z.string()),
    }),
  ),
});
export type KeyFacts = z.output<typeof KeyFacts>;

export const listKeyFacts = endpoint({
  method: 'get',
  path: '/api/key/facts',
  summary: "Every key's open result and last deal",
  access: 'person',
  response: z.object({ facts: z.array(KeyFacts) }),
});
