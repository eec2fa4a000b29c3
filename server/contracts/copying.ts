import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SIZE_OF_COPY } from './key-edits.ts';
import { nullableMoney, positiveMoney } from './money.ts';
import { OrderBlock } from './order-block.ts';

import { Market, SymbolName } from './symbol.ts';

export const previewCopies = endpoint({
  method: 'post',
  path: '/api/key/group/preview',
  summary: 'What a deal of a main key would be on each of its copy keys now, in money; nothing is placed',
  access: 'person',
  json: z.strictObject({
    mainUid: z.uuid(),
    symbolName: SymbolName,
    counterQuantity: positiveMoney,
    /** One copy key's rule that is not saved: it is sized by this one, even while it copies nothing. */
    rule: z.optional(z.strictObject(SIZE_OF_COPY)),
  }),
  response: z.object({
    /** Of the deal, counter units: what was asked for, down to the pair's step; null where the exchange takes none so small. */
    counterQuantity: nullableMoney,
    /** All that copy now, and the one whose rule is given. */
    copies: z.array(
      z.object({
        uid: z.uuid(),
        /** Null where it would be skipped; `reason` says why, and what would be enough. */
        counterQuantity: nullableMoney,
        reason: z.nullable(z.string()),
        /**
         * What this key should have free for this deal, counter units; for a fixed amount the least such amount, USDT. Null
         * where nothing would work, or a balance is not known; `reason` says which.
         */
        least: nullableMoney,
        /** The main key's smallest deal that this key copies with what is free now, counter units; null as `least`. */
        leastDeal: nullableMoney,
      }),
    ),
  }),
});

export const switchAllCopies = endpoint({
  method: 'put',
  path: '/api/key/group/all',
  summary: 'Pause or resume the copying of new deals on every copy key of a group',
  access: 'person',
  json: z.strictObject({ mainUid: z.uuid(), inProcess: z.boolean(), market: Market }),
  response: z.object({ error: z.nullable(z.string()) }),
});

export const listCopyDeals = endpoint({
  method: 'get',
  path: '/api/key/:uid/deals',
  summary: "A copy key's last ten deals, each next to the main key's, the newest first",
  access: 'person',
  params: z.object({ uid: z.uuid() }),
  response: z.object({ deals: z.array(z.object({ copy: OrderBlock, main: OrderBlock })) }),
});

export const resetPaperKey = endpoint({
  method: 'post',
  path: '/api/paper/key/reset',
  summary: 'Give a paper key what it had at first; what it has open is let go',
  access: 'person',
  json: z.strictObject({ uid: z.uuid() }),
  response: z.object({ error: z.nullable(z.string()) }),
});
