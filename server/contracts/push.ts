import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BooleanText } from './symbol.ts';

/** What is taken of the browser's PushSubscription as JSON. */
export const PushSubscription = z.object({
  endpoint: z.url().check(z.maxLength(2048, 'This push address is too long.')),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.object({ p256dh: z.string().check(z.maxLength(200)), auth: z.string().check(z.maxLength(100)) }),
});
export type PushSubscription = z.output<typeof PushSubscription>;

/** The payload of every push, in the shape of Declarative Web Push, so that iOS shows it even without our worker. */
export const PushMessage = z.object({
  web_push: z.literal(8030),
  notification: z.object({
    title: z.string(),
    body: z.string(),
    /** Absolute address that a tap opens. */
    navigate: z.string(),
    /** Of the firing or the notice: the same one twice shows once. */
    tag: z.string(),
    timestamp: z.number(),
    /** Stays until it is looked at: what concerns the account's security. */
    requireInteraction: z.optional(z.boolean()),
    /** Of an alert: the path of an order form filled in at its level, and whether it must be armed again by hand. */
    data: z.optional(z.object({ alertId: z.string(), firingId: z.string(), draft: z.string(), again: z.boolean() })),
  }),
  app_badge: z.optional(z.string()),
});
export type PushMessage = z.output<typeof PushMessage>;

export const getPushKey = endpoint({
  method: 'get',
  path: '/api/push/public-key',
  summary: 'The VAPID public key, base64url',
  access: 'person',
  response: z.object({ publicKey: z.string() }),
});

export const PushDevice = z.object({
  endpoint: z.string(),
  /** 'Chrome on Android'. */
  device: z.string(),
  /** UTC epoch ms; null before the first delivery. */
  addedAt: z.number(),
  deliveredAt: z.nullable(z.number()),
});
export type PushDevice = z.output<typeof PushDevice>;

export const listPushDevices = endpoint({
  method: 'get',
  path: '/api/push/subscription',
  summary: 'The browsers that get notifications, oldest first',
  access: 'person',
  response: z.object({ devices: z.array(PushDevice) }),
});

export const subscribePush = endpoint({
  method: 'post',
  path: '/api/push/subscription',
  summary: 'Send notifications to this browser',
  access: 'person',
  /** `renew`: sent by itself at a start of the app, not asked for by a person. */
  query: z.object({ renew: z.optional(BooleanText) }),
  json: z.strictObject({ ...PushSubscription.shape, keys: z.strictObject(PushSubscription.shape.keys.shape) }),
  /** `removed`: not renewed, because its owner removed this browser on another one. */
  response: z.object({ error: z.nullable(z.string()), removed: z.boolean() }),
});

export const unsubscribePush = endpoint({
  method: 'delete',
  path: '/api/push/subscription',
  summary: 'Send no more notifications to this browser',
  access: 'person',
  json: z.strictObject({ endpoint: z.string().check(z.maxLength(2048)) }),
  response: z.object({ error: z.nullable(z.string()) }),
});

export const testPush = endpoint({
  method: 'post',
  path: '/api/push/test',
  summary: 'Send a test notification to every browser of this account',
  access: 'person',
  response: z.object({ sent: z.number(), failed: z.number() }),
});
