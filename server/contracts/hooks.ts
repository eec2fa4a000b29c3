import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nullableMoney, positiveMoney } from './money.ts';
import { HOOK_ACTIONS, MAX_AGE, SIGNAL_FORMATS } from './rules/hook-actions.ts';
import { Market, PageText, SymbolName } from './symbol.ts';

export { HOOK_ACTIONS, type HookAction } from './rules/hook-actions.ts';

const AGE_SENTENCE = `The longest age is ${MAX_AGE.least} to ${MAX_AGE.most} s.`;
const COUNT_SENTENCE = 'A hook may act 1 to 500 times a day.';
const percent = (most: number) =>
  z.optional(z.nullable(positiveMoney.check(z.refine((value) => value.lt(most), `Choose less than ${most}%.`))));

const name = z
  .string('Enter a name')
  .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(40, 'A name has at most 40 characters.'));

const ADDRESS = /^[0-9a-f.:]{2,45}$/i;

/** W-7: what the owner fixes; a sender chooses only among these. */
const template = {
  name,
  market: Market,
  /** Pairs that a signal may name. */
  pairs: z
    .array(SymbolName)
    .check(z.minLength(1, 'Choose at least one pair.'), z.maxLength(50, 'A hook has at most 50 pairs.')),
  actions: z.array(z.enum(HOOK_ACTIONS)).check(z.minLength(1, 'Choose at least one action.')),
  /** What an entry spends, counter currency: always this much, or what the signal says up to this much. */
  amount: z.union([z.strictObject({ fixed: positiveMoney }), z.strictObject({ atMost: positiveMoney })]),
  /** Percent from the price at the signal: an entry goes out with these targets. */
  exits: z.optional(z.nullable(z.strictObject({ takeProfitPercent: percent(1000), stopLossPercent: percent(100) }))),
  /** Whether copy keys repeat its deals. */
  copies: z.boolean(),
  /** The longest age of a signal, seconds. */
  maxAge: z._default(
    z.int(AGE_SENTENCE).check(z.gte(MAX_AGE.least, AGE_SENTENCE), z.lte(MAX_AGE.most, AGE_SENTENCE)),
    MAX_AGE.usual,
  ),
  /** W-9: whether a signal of a sender that was in another position is refused, or followed. */
  inStep: z._default(z.enum(['strict', 'follow']), 'strict'),
  /** Signals without a time are taken. */
  undated: z._default(z.boolean(), false),
  /** Signals that it acts on in 24 hours. */
  perDay: z._default(z.int(COUNT_SENTENCE).check(z.gte(1, COUNT_SENTENCE), z.lte(500, COUNT_SENTENCE)), 20),
  /** USDT that a signal, and all of 24 hours, may spend. */
  perSignalUsdt: z.prefault(positiveMoney, 100),
  perDayUsdt: z.prefault(positiveMoney, 500),
  /** The bot that it starts and stops, and what becomes of its coins when it stops. */
  bot: z.optional(z.nullable(z.strictObject({ botId: z.uuid(), coins: z.enum(['keep', 'sell']) }))),
  /** The signal bot whose deals it opens, adds to, reduces and closes, by that bot's settings; null trades by its own. */
  signalBot: z.optional(z.nullable(z.uuid())),
  /** By which 3Commas messages name it; the hook's own id where left out. */
  alias: z.optional(z.nullable(z.string().check(z.maxLength(100, 'An alias has at most 100 characters.')))),
  /** Only from these addresses; empty takes signals from anywhere. */
  addresses: z._default(
    z
      .array(z.string().check(z.regex(ADDRESS, 'Enter an IP address such as 52.89.214.238.')))
      .check(z.maxLength(20, 'At most 20 addresses.')),
    [],
  ),
};

export const HookTemplate = z.strictObject(template);
export type HookTemplate = z.output<typeof HookTemplate>;
/** As JSON. */
export type StoredTemplate = z.input<typeof HookTemplate>;

/** Where TradingView's messages come from. */
export const TRADINGVIEW_ADDRESSES = ['52.89.214.238', '34.212.75.30', '54.218.53.128', '52.32.178.7'] as const;

const Hook = z.object({
  hookId: z.uuid(),
  /** Null except right after it was made or got a new token: only its hash is stored. */
  url: z.nullable(z.string()),
  /** By which its sender may sign; null except right after it was made. */
  secret: z.nullable(z.string()),
  /** Whether it has a secret, so that signed calls are taken. */
  signed: z.boolean(),
  /** The address without its token. */
  shownUrl: z.string(),
  template: HookTemplate,
  /** The main key that it trades with. */
  mainUid: z.uuid(),
  connectorName: z.nullable(z.string()),
  /** False while each signal is only a dry run. */
  live: z.boolean(),
  /** Why it takes no signals; null while it does. */
  paused: z.nullable(z.string()),
  /** Whether a dry run has been seen, so that it can go live. */
  mayGoLive: z.boolean(),
  /** UTC epoch ms. */
  createdAt: z.number(),
  /** Of the last signal; null before the first. */
  lastAt: z.nullable(z.number()),
});
export type Hook = z.output<typeof Hook>;

const Answer = z.object({ error: z.nullable(z.string()), hook: z.nullable(Hook) });
export type HookAnswer = z.output<typeof Answer>;
const params = z.object({ hookId: z.uuid() });

export const listHooks = endpoint({
  method: 'get',
  path: '/api/hooks',
  summary: 'Addresses that take signals, the newest first',
  access: 'person',
  scopes: ['read'],
  response: z.object({ content: z.array(Hook) }),
});

export const createHook = endpoint({
  method: 'post',
  path: '/api/hooks',
  summary: 'Make an address that takes signals; it is a dry run until it goes live. Its url is answered once',
  access: 'person',
  json: z.strictObject({ ...template, mainUid: z.optional(z.uuid()) }),
  response: Answer,
});
export type CreateHook = z.output<typeof createHook.json>;

export const changeHook = endpoint({
  method: 'patch',
  path: '/api/hooks/:hookId',
  summary: 'Change what a hook may do, pause it, or let it go on; with live money this needs a fresh proof',
  access: 'person',
  params,
  json: z.strictObject({ template: z.optional(HookTemplate), paused: z.optional(z.boolean()) }),
  response: Answer,
});
export type ChangeHook = z.output<typeof changeHook.json>;

export const deleteHook = endpoint({
  method: 'delete',
  path: '/api/hooks/:hookId',
  summary: 'Remove a hook with its log; what it has opened stays',
  access: 'person',
  params,
  response: z.object({ error: z.nullable(z.string()) }),
});

export const renewHookToken = endpoint({
  method: 'post',
  path: '/api/hooks/:hookId/token',
  summary: 'A new address, answered once; the previous one works for ten more minutes',
  access: 'person',
  params,
  json: z.strictObject({}),
  response: Answer,
});

export const renewHookSecret = endpoint({
  method: 'post',
  path: '/api/hooks/:hookId/secret',
  summary: 'A new secret for calls signed by Standard Webhooks, answered once; the previous one ends',
  access: 'person',
  params,
  json: z.strictObject({}),
  response: Answer,
});

export const testHook = endpoint({
  method: 'post',
  path: '/api/hooks/:hookId/test',
  summary: 'Send one signal through the same door: always a dry run',
  access: 'person',
  params,
  json: z.strictObject({ action: z.optional(z.enum(HOOK_ACTIONS)), pair: z.optional(SymbolName) }),
  response: z.object({ error: z.nullable(z.string()), signalId: z.nullable(z.uuid()) }),
});

export const setHookLive = endpoint({
  method: 'post',
  path: '/api/hooks/:hookId/live',
  summary: 'Trade on its signals, after at least one dry run, or only run dry again',
  access: 'person',
  params,
  json: z.strictObject({ live: z.boolean() }),
  response: Answer,
});

export const HookSignal = z.object({
  signalId: z.uuid(),
  /** UTC epoch ms. */
  receivedAt: z.number(),
  /** By its sender's clock; null where it does not say. */
  sentAt: z.nullable(z.number()),
  address: z.string(),
  bytes: z.int(),
  format: z.nullable(z.enum(SIGNAL_FORMATS)),
  result: z.enum(['taken', 'dry-run', 'refused', 'malformed']),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  action: z.nullable(z.enum(HOOK_ACTIONS)),
  /** 'xrp_usdt'; null where it names none. */
  symbolName: z.nullable(z.string()),
  state: z.enum(['waiting', 'done', 'failed', 'dropped']),
  /** What it did, or would have done. */
  outcome: z.nullable(z.string()),
  /** Last price when it came, and now; null where that is not known. */
  priceThen: nullableMoney,
  priceNow: nullableMoney,
  /** The block that it opened; null where there is none. */
  blockId: z.nullable(z.uuid()),
  /** How often the same came again. */
  repeats: z.int(),
  /** As it came, without secrets. */
  body: z.string(),
});
export type HookSignal = z.output<typeof HookSignal>;

export const listHookSignals = endpoint({
  method: 'get',
  path: '/api/hooks/:hookId/signals',
  summary: 'What a hook received in the last 90 days, the newest first, ten a page; with signal the page that it is on',
  access: 'person',
  scopes: ['read'],
  params,
  query: z.object({ page: z.optional(PageText), signal: z.optional(z.uuid()) }),
  /** `page` is the one that was answered, from 0. */
  response: z.object({ content: z.array(HookSignal), totalRecords: z.int(), page: z.int() }),
});

/** What a sender is answered: taken or deliberately not, never to be sent again. */
export const SignalAnswer = z.object({
  result: z.enum(['taken', 'dry-run', 'duplicate', 'refused']),
  id: z.uuid(),
  error: z.nullable(z.string()),
});
export type SignalAnswer = z.output<typeof SignalAnswer>;
