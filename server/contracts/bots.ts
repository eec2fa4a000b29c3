import * as z from 'zod/mini';
import { botCommon } from './bot-preview.ts';
import { BotResult, BotRun, BotState } from './bot-run.ts';
import { BotNoticeKind } from './bot-notices.ts';
import { AnyPlan, BotType, byAnyType, Levels } from './bot-settings.ts';
import { BotEnding, BotStop } from './bot-stop.ts';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney, positiveMoney } from './money.ts';

export { BOT_TYPES, type BotType, type Levels, type RoundOrder } from './bot-settings.ts';

export const Bot = z.object({
  botId: z.string(),
  name: z.string(),
  type: BotType,
  /** Neither a draft nor stopped. */
  active: z.boolean(),
  market: z.string(),
  /** 'xrp_usdt'. */
  symbolName: z.string(),
  baseCurrency: z.string(),
  counterCurrency: z.string(),
  /** Of a basket; else empty. */
  assets: z.array(z.string()),
  /** Of the pair, in counter currency; null while unknown. */
  marketPrice: nullableMoney,
  /** Total result in USDT; null while unknown. */
  pnl: nullableMoney,
  /** Of what it was given. */
  pnlPercent: nullableMoney,
  /** What it is worth now, in USDT. */
  balance: nullableMoney,
  /** How long it has worked, ms. */
  runTime: z.number(),
  peopleCopied: z.number(),
  /** Null for a type that trades by other rules. */
  levels: z.nullable(Levels),
  state: BotState,
  /** UTC epoch ms. */
  stateSince: z.number(),
  /** Why it is paused, stopping or needs its owner; null where there is nothing to say. */
  reason: z.nullable(z.string()),
  /** Null for a draft. */
  given: z.nullable(z.object({ base: money, counter: money })),
  result: z.nullable(BotResult),
  /** Who watches its stop: 'stop: this server'; null without a stop. */
  protection: z.nullable(z.string()),
  /** How much goes on while no server runs: '2 + 2 turn without us', purchases and sales, of all keys together; null where nothing does. */
  withoutUs: z.nullable(z.string()),
  /** What it does just now, in one sentence. */
  now: z.string(),
  /** The price at which it starts, as its pair is priced; null unless it waits for that. */
  waitsFor: z.nullable(z.string()),
  /** What its owner has to decide about; null where nothing waits for that. */
  needs: z.nullable(z.string()),
  /** How far its own time, run again, is from what it did; null until there is such a run. */
  trust: z.nullable(z.string()),
});
export type Bot = z.output<typeof Bot>;

/** What each way of stopping would come to at the last price. */
const BotEndings = z.object({
  keep: z.object({ base: money, counter: money }),
  /** `dust` is too little for an order, base units. */
  sell: z.object({
    quantity: money,
    counter: money,
    dust: money,
    /** Against what was given, with what another hand took; null for one that was given coins. */
    result: nullableMoney,
  }),
  buyBack: z.nullable(z.object({ base: money, left: money })),
});
export type BotEndings = z.output<typeof BotEndings>;

export const BotDetail = z.extend(Bot, {
  plan: AnyPlan,
  stop: BotStop,
  startAt: nullableMoney,
  copyKeys: z.boolean(),
  mainUid: z.uuid(),
  /** What it notifies its owner of. */
  notices: z.array(BotNoticeKind),
  /** The main key's first. */
  runs: z.array(BotRun),
  /** Of all runs together; null while nothing runs or the last price is not known. */
  endings: z.nullable(BotEndings),
  /** C-20: the bot that goes on with other lines, or is to; null without one. */
  next: z.nullable(z.object({ botId: z.string(), name: z.string() })),
});
export type BotDetail = z.output<typeof BotDetail>;

const name = z
  .string('Enter a name')
  .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(40, 'A name has at most 40 characters.'));
const params = z.object({ botId: z.uuid() });
export const BotAnswer = z.object({ error: z.nullable(z.string()), bot: z.nullable(Bot) });
export type BotAnswer = z.output<typeof BotAnswer>;

export const listBots = endpoint({
  method: 'get',
  path: '/api/bots',
  summary: 'All bots, the newest first',
  access: 'person',
  scopes: ['read', 'trade'],
  response: z.object({ content: z.array(Bot) }),
});

export const createBot = endpoint({
  method: 'post',
  path: '/api/bots',
  summary: 'Save a bot as a draft; nothing is kept for it and nothing placed',
  access: 'person',
  scopes: ['trade'],
  json: byAnyType({
    ...botCommon,
    name,
    /** The link that its settings came by: its owner sees how many began a bot from it. */
    link: z.optional(z.string()),
  }),
  response: BotAnswer,
});
export type CreateBot = z.output<typeof createBot.json>;

export const getBot = endpoint({
  method: 'get',
  path: '/api/bots/:botId',
  summary: 'A bot with its settings, its levels and its books',
  access: 'person',
  scopes: ['read', 'trade'],
  params,
  response: BotDetail,
});

export const changeBot = endpoint({
  method: 'patch',
  path: '/api/bots/:botId',
  summary:
    'Change a draft; of a bot that runs its name, its stop conditions, its borders or end, and what it notifies of',
  access: 'person',
  scopes: ['trade'],
  params,
  json: z.strictObject({
    name: z.optional(name),
    plan: z.optional(AnyPlan),
    stop: z.optional(BotStop),
    startAt: z.optional(z.nullable(positiveMoney)),
    copyKeys: z.optional(z.boolean()),
    /** What it notifies its owner of. */
    notices: z.optional(z.array(BotNoticeKind)),
    /** Of a range, counter units. */
    borders: z.optional(z.strictObject({ low: positiveMoney, high: positiveMoney })),
    /** Of a trend grid: up to this line, counter units; null is without end. */
    until: z.optional(z.nullable(positiveMoney)),
  }),
  response: BotAnswer,
});
export type ChangeBot = z.output<typeof changeBot.json>;

export const deleteBot = endpoint({
  method: 'delete',
  path: '/api/bots/:botId',
  summary: 'Delete a draft, or a bot that has stopped with its books',
  access: 'person',
  scopes: ['trade'],
  params,
  response: z.object({ error: z.nullable(z.string()) }),
});

export const startBot = endpoint({
  method: 'post',
  path: '/api/bots/:botId/start',
  summary: 'Start a draft, once: it buys or sells what it begins with and places its orders',
  access: 'person',
  scopes: ['trade'],
  params,
  json: z.strictObject({
    /** The warnings of the preview were seen: a price outside the lines starts on a second press. */
    warned: z.optional(z.boolean()),
  }),
  response: BotAnswer,
});

export const pauseBot = endpoint({
  method: 'post',
  path: '/api/bots/:botId/pause',
  summary: 'Place nothing more until it is resumed',
  access: 'person',
  scopes: ['trade'],
  params,
  /** Its orders come down, or stay in the book and may fill. */
  json: z.strictObject({ takeDown: z.boolean() }),
  response: BotAnswer,
});

export const resumeBot = endpoint({
  method: 'post',
  path: '/api/bots/:botId/resume',
  summary: 'Compare with the exchange, then place what is missing',
  access: 'person',
  scopes: ['trade'],
  params,
  json: z.strictObject({}),
  response: BotAnswer,
});

export const stopBot = endpoint({
  method: 'post',
  path: '/api/bots/:botId/stop',
  summary: 'End it: orders down, then keep the coins, sell them, or buy back',
  access: 'person',
  scopes: ['trade'],
  params,
  json: z.strictObject({ coins: BotEnding }),
  response: BotAnswer,
});

export const adoptBot = endpoint({
  method: 'post',
  path: '/api/bots/:botId/adopt',
  summary: 'Decide about what was changed on the exchange directly, or about a stop that was reached unwatched',
  access: 'person',
  scopes: ['trade'],
  params,
  json: z.strictObject({
    choice: z.enum(['put-back', 'leave-out', 'go-on']),
    /** Of one level; left out, of all that ask. */
    level: z.optional(z.int()),
  }),
  response: BotAnswer,
});
