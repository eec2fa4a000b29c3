import * as z from 'zod/mini';
import { RunReplay, Twin } from './bot-trust.ts';
import { money, nullableMoney } from './money.ts';
import { BOT_STATES } from './rules/bot-states.ts';
import { Side } from './symbol.ts';

export const BotState = z.enum(BOT_STATES);

/** In the currency that it earns; `total` is `rounds` and `position` together. */
export const BotResult = z.object({ currency: z.string(), total: money, rounds: money, position: money });

const BotLevel = z.object({
  number: z.int(),
  buyPrice: money,
  sellPrice: money,
  /** Where its coins are sold at a loss, while that is not what `sellPrice` says; else null. */
  stopPrice: nullableMoney,
  /** What it waits for. */
  side: Side,
  /** Base units that rest in the book or are wanted there. */
  quantity: money,
  /** Coins it holds. */
  held: money,
  rounds: z.int(),
  /** What its rounds have earned, in the currency that the bot earns. */
  earned: money,
  /** True while its order rests on the exchange. */
  resting: z.boolean(),
  /** Why nothing of it rests; null while it does. */
  idle: z.nullable(z.string()),
  /** True where its owner decides whether its order is put back. */
  asksOwner: z.boolean(),
});
export type BotLevel = z.output<typeof BotLevel>;

/** B-2: one part of a basket. */
const BasketPart = z.object({
  asset: z.string(),
  percent: z.int(),
  held: money,
  /** Counter units; null while not known. */
  price: nullableMoney,
  worth: nullableMoney,
  /** Of the whole, and away from its target: percentage points. */
  weight: nullableMoney,
  drift: nullableMoney,
  /** Why it is not traded. */
  idle: z.nullable(z.string()),
});
export type BasketPart = z.output<typeof BasketPart>;

/** The life of a bot on one key. */
export const BotRun = z.object({
  uid: z.uuid(),
  connectorName: z.string(),
  state: BotState,
  reason: z.nullable(z.string()),
  given: z.object({ base: money, counter: money }),
  /** What belongs to it now. */
  owned: z.object({ base: money, counter: money }),
  /** In the currency that it earns; null while the last price is not known. */
  result: z.nullable(BotResult),
  fees: z.array(z.object({ asset: z.string(), amount: money })),
  /** What only buying and waiting would have come to, counter units; null while not known. */
  justHolding: nullableMoney,
  levels: z.array(BotLevel),
  /** What of it is not on the account any more, and the levels that would give up; null while its owner is not asked. */
  missing: z.nullable(z.object({ base: money, counter: money, givesUp: z.array(z.int()) })),
  /** Of a basket, the counter currency last; else empty. */
  parts: z.array(BasketPart),
  /** When a basket was rebalanced last, UTC epoch ms; null where it never was. */
  rebalancedAt: z.nullable(z.number()),
  /** Null until it is a day old. */
  trust: z.nullable(RunReplay),
  /** Null without one. */
  twin: z.nullable(Twin),
});
export type BotRun = z.output<typeof BotRun>;
