import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { WEBHOOK_EVENTS } from './rules/webhook-events.ts';
import { PageText } from './symbol.ts';

export { WEBHOOK_EVENTS, type WebhookEvent } from './rules/webhook-events.ts';

const url = z
  .string('Enter an address.')
  .check(z.trim(), z.minLength(1, 'Enter an address.'), z.maxLength(1000, 'An address has at most 1000 characters.'));
const events = z
  .array(z.enum(WEBHOOK_EVENTS, `An event is one of ${WEBHOOK_EVENTS.join(', ')}.`))
  .check(z.minLength(1, 'Choose at least one event.'), z.maxLength(WEBHOOK_EVENTS.length, 'Choose each event once.'));

export const WebhookDelivery = z.object({
  deliveryId: z.uuid(),
  /** The webhook-id header: the same at each attempt. */
  eventId: z.string(),
  type: z.string(),
  /** `waiting`: on its way, or tried again. `gone`: the endpoint was switched off. `failed`: every attempt was in vain. */
  state: z.enum(['waiting', 'sent', 'gone', 'expired', 'failed']),
  attempts: z.int(),
  /** What the last attempt ended with, where it was not taken. */
  reason: z.nullable(z.string()),
  /** UTC epoch ms. */
  createdAt: z.number(),
  /** The next attempt; null where there is none. */
  nextAt: z.nullable(z.number()),
  doneAt: z.nullable(z.number()),
  /** As it is sent. */
  body: z.string(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const Webhook = z.object({
  webhookId: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** Why nothing is sent; null while it is on. */
  off: z.nullable(z.string()),
  /** Of its signatures; null except right after it was made. */
  secret: z.nullable(z.string()),
  /** Until when the secret before signs too; null where there is none. */
  oldSecretUntil: z.nullable(z.number()),
  /** UTC epoch ms. */
  createdAt: z.number(),
  last: z.nullable(WebhookDelivery),
});
export type Webhook = z.output<typeof Webhook>;

const Answer = z.object({ error: z.nullable(z.string()), webhook: z.nullable(Webhook) });
export type WebhookAnswer = z.output<typeof Answer>;
const Done = z.object({ error: z.nullable(z.string()) });
const params = z.object({ webhookId: z.uuid() });

export const listWebhooks = endpoint({
  method: 'get',
  path: '/api/webhooks',
  summary: 'Endpoints that events are sent to, the newest first',
  access: 'person',
  scopes: ['read'],
  response: z.object({ content: z.array(Webhook) }),
});

export const createWebhook = endpoint({
  method: 'post',
  path: '/api/webhooks',
  summary: 'Send events to an https address, signed by Standard Webhooks; the secret is answered once',
  access: 'person',
  json: z.strictObject({ url, events }),
  response: Answer,
});
export type CreateWebhook = z.output<typeof createWebhook.json>;

export const changeWebhook = endpoint({
  method: 'patch',
  path: '/api/webhooks/:webhookId',
  summary: 'Change the address or the events of an endpoint, switch it off or on again',
  access: 'person',
  params,
  json: z.strictObject({ url: z.optional(url), events: z.optional(events), on: z.optional(z.boolean()) }),
  response: Answer,
});
export type ChangeWebhook = z.output<typeof changeWebhook.json>;

export const deleteWebhook = endpoint({
  method: 'delete',
  path: '/api/webhooks/:webhookId',
  summary: 'Remove an endpoint with its deliveries',
  access: 'person',
  params,
  response: Done,
});

export const renewWebhookSecret = endpoint({
  method: 'post',
  path: '/api/webhooks/:webhookId/secret',
  summary: 'A new secret, answered once; for a day each delivery is signed with both',
  access: 'person',
  params,
  json: z.strictObject({}),
  response: Answer,
});

export const testWebhook = endpoint({
  method: 'post',
  path: '/api/webhooks/:webhookId/test',
  summary: 'Send webhook.test to an endpoint',
  access: 'person',
  params,
  json: z.strictObject({}),
  response: Done,
});

export const listWebhookDeliveries = endpoint({
  method: 'get',
  path: '/api/webhooks/:webhookId/deliveries',
  summary: 'What was sent to an endpoint in the last 30 days, the newest first, ten a page',
  access: 'person',
  scopes: ['read'],
  params,
  query: z.object({ page: z.optional(PageText) }),
  response: z.object({ content: z.array(WebhookDelivery), totalRecords: z.int() }),
});

export const resendWebhookDelivery = endpoint({
  method: 'post',
  path: '/api/webhooks/:webhookId/deliveries/:deliveryId/again',
  summary: 'Send a delivery again, now, with the same webhook-id',
  access: 'person',
  params: z.object({ webhookId: z.uuid(), deliveryId: z.uuid() }),
  json: z.strictObject({}),
  response: Done,
});
