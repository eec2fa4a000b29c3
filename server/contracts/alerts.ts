import type { Big } from 'big.js';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Condition } from './alert-conditions.ts';
import { HOOK_ACTIONS } from './rules/hook-actions.ts';
import { money, nullableMoney, positiveMoney } from './money.ts';
import { BooleanText, PageText, PAIR_SENTENCE, UpperMarket, UpperSymbolName } from './symbol.ts';

export const AlertType = z.enum(['PRICE_REACHES', 'PRICE_RISES_ABOVE', 'PRICE_DROPS_BELOW'], 'Choose alert type');
export type AlertType = z.output<typeof AlertType>;

export const Informing = z.enum(['ONLY_ONCE', 'ALWAYS'], 'Choose frequency');
export type Informing = z.output<typeof Informing>;

/** What a firing calls besides: a hook of its owner, by its template. */
export const AlertThen = z.strictObject({
  hookId: z.uuid('Choose one of your hooks.'),
  action: z.enum(HOOK_ACTIONS, `Choose one of: ${HOOK_ACTIONS.join(', ')}.`),
});
export type AlertThen = z.output<typeof AlertThen>;

export const COMMENT_LENGTH = 200;
const comment = z.string().check(z.maxLength(COMMENT_LENGTH, `A comment has at most ${COMMENT_LENGTH} characters.`));

export const Alert = z.object({
  id: z.uuid(),
  market: UpperMarket,
  /** Null for an alert on listings. */
  symbol: z.nullable(UpperSymbolName),
  /** Of a price level; null where the alert waits for a condition. */
  price: nullableMoney,
  type: z.nullable(AlertType),
  condition: z.optional(Condition),
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
  then: z.optional(AlertThen),
  informing: Informing,
  comment: z.string(),
  favorite: z.boolean(),
  sendToTelegram: z.boolean(),
  active: z.boolean(),
  executed: z.boolean(),
  seen: z.boolean(),
  /** UTC epoch ms of the last firing, and whether it was found late; null before the first. */
  executedAt: z.nullable(z.number()),
  late: z.boolean(),
  /** Named where a firing is announced that may be taken back: its bar was still open. */
  duringBar: z.optional(z.literal(true)),
});
export type Alert = z.output<typeof Alert>;

/** An alert on a price level. */
export type LevelAlert = Alert & { symbol: string; price: Big; type: AlertType };
export const isLevelAlert = (alert: Alert): alert is LevelAlert =>
  alert.symbol !== null && alert.price !== null && alert.type !== null;

/** What an alert waits for: a price level, with its price and type, or a condition. */
export const awaited = {
  price: z.optional(positiveMoney),
  type: z.optional(AlertType),
  condition: z.optional(Condition),
};
type Awaited = z.output<z.ZodMiniObject<typeof awaited>>;
type Fault = (path: string, message: string) => unknown;

export function findAwaitedFaults({ condition, price, type }: Awaited, fault: Fault): void {
  if (condition) {
    if (price || type) fault('condition', 'An alert has either a condition or a price with its type.');
    return;
  }
  if (!price) fault('price', 'Enter a number.');
  if (!type) fault('type', 'Choose alert type');
}

export const CreateAlert = z
  .strictObject({
    market: UpperMarket,
    /** Left out for an alert on listings, and only there. */
    symbol: z.optional(UpperSymbolName),
    ...awaited,
    /** With an API token only by one that may trade. */
    // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
    then: z.optional(z.nullable(AlertThen)),
    informing: Informing,
    comment: z._default(comment, ''),
    favorite: z._default(z.boolean(), false),
    sendToTelegram: z._default(z.boolean(), false),
    active: z._default(z.boolean(), true),
  })
  .check(({ value, issues }) => {
    const fault = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value });
    if (value.condition?.kind === 'listing') {
      if (value.symbol !== undefined) fault('symbol', 'An alert on listings has no pair: name its coin.');
      if (value.then) fault('then', 'An alert on listings calls no hook: it has no pair.');
    } else if (value.symbol === undefined) fault('symbol', PAIR_SENTENCE);
    findAwaitedFaults(value, fault);
  });
export type CreateAlert = z.output<typeof CreateAlert>;

/** What a person can change of an alert. */
export const AlertField = z.enum(['price', 'type', 'informing', 'comment', 'favorite', 'sendToTelegram', 'active']);
export type AlertField = z.output<typeof AlertField>;

/** An alert that was saved, or why not. */
export const AlertAnswer = z.object({
  error: z.nullable(z.string()),
  alert: z.nullable(Alert),
  /** Fields of the change that were not taken, because a newer change of them was made elsewhere. */
  lost: z.optional(z.array(AlertField)),
});

export const createAlert = endpoint({
  method: 'post',
  path: '/api/alert/',
  summary: 'Add an alert',
  access: 'person',
  scopes: ['alerts'],
  json: CreateAlert,
  response: AlertAnswer,
});

/** Of the active alerts of all markets. */
export const listNearAlerts = endpoint({
  method: 'get',
  path: '/api/alert/near',
  summary: 'The active alerts whose prices are nearest to the market, the nearest first',
  access: 'person',
  scopes: ['read', 'alerts'],
  response: z.object({
    alerts: z.array(
      z.object({
        alert: Alert,
        level: money,
        /** The last price, and how far the alert's is from it, as a percentage: negative below. */
        price: money,
        distance: money,
        priceDecimals: z.number(),
      }),
    ),
    /** Of all active alerts. */
    total: z.number(),
    /** Those without a known price: they are not among the nearest. */
    unknown: z.number(),
  }),
});
export type NearAlert = z.output<typeof listNearAlerts.response>['alerts'][number];

const id = z.object({ id: z.uuid() });

const time = z.int().check(z.nonnegative());

/** Which change this is. Sent twice it is made once; of two changes of a field the one made later is kept. */
export const Made = z.strictObject({
  id: z.uuid(),
  /** By the clock of the device, UTC epoch ms: when it was made, and when it is sent. */
  at: time,
  sentAt: time,
});
export type Made = z.output<typeof Made>;

export const UpdateAlert = z.strictObject({
  id: z.uuid(),
  /** Without it the change is made when it arrives. */
  made: z.optional(Made),
  price: z.optional(positiveMoney),
  type: z.optional(AlertType),
  informing: z.optional(Informing),
  comment: z.optional(comment),
  favorite: z.optional(z.boolean()),
  sendToTelegram: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
});
export type UpdateAlert = z.output<typeof UpdateAlert>;

/** PUT is taken as well. A new price or type arms the alert again. */
export const updateAlert = endpoint({
  method: 'patch',
  path: '/api/alert/',
  summary:
    'Change one or more fields of an alert; when an alert that calls a hook fires, a token changes only with the scope trade as well',
  access: 'person',
  scopes: ['alerts'],
  json: UpdateAlert,
  response: AlertAnswer,
});

export const changeAlertCall = endpoint({
  method: 'put',
  path: '/api/alert/:id/then',
  summary:
    'Change which hook an alert calls when it fires, or that it calls none; a token needs the scope trade as well',
  access: 'person',
  scopes: ['alerts'],
  params: id,
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
  json: z.strictObject({ then: z.nullable(AlertThen) }),
  response: AlertAnswer,
});

/** PUT is taken as well. */
export const seeAlert = endpoint({
  method: 'patch',
  path: '/api/alert/seen/:id',
  summary: 'Mark an executed alert as seen',
  access: 'person',
  scopes: ['alerts'],
  params: id,
  response: AlertAnswer,
});

export const deleteAlert = endpoint({
  method: 'delete',
  path: '/api/alert/:id',
  summary: 'Delete an alert; answers 1',
  access: 'person',
  scopes: ['alerts'],
  params: id,
  response: z.literal(1),
});

export const listAlerts = endpoint({
  method: 'get',
  path: '/api/alert/list',
  summary: 'Alerts of a market, newest first, ten a page',
  access: 'person',
  scopes: ['read', 'alerts'],
  query: z.object({
    market: UpperMarket,
    favorite: z.optional(BooleanText),
    symbol: z.optional(z.string().check(z.maxLength(41, 'A pair has at most 41 characters.'))),
    page: z.optional(PageText),
  }),
  response: z.object({
    content: z.array(Alert),
    totalRecords: z.number(),
    pageNumber: z.number(),
    lastPageNumber: z.number(),
    error: z.nullable(z.string()),
  }),
});
