import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { isTimeZone } from './rules/time-zone.ts';

const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.'));

/** By the clock of a place: '22:00' to '07:00' goes over midnight. */
const quietHours = {
  from: Clock,
  to: Clock,
  /** An IANA name: 'Europe/Berlin'. */
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Name a time zone such as Europe/Berlin.')),
};

/** While they last, alerts show in the open app alone; what was held comes in one message at their end. */
export const QuietHours = z.object(quietHours);
export type QuietHours = z.output<typeof QuietHours>;

const GivenQuietHours = z
  .strictObject(quietHours)
  .check(z.refine(({ from, to }) => from !== to, 'Start and end of the quiet hours must differ.'));

export const NotificationSettings = z.object({
  mail: z.object({
    /** Every alert of this person goes out by e-mail too. */
    on: z.boolean(),
    /** The account's own. */
    address: z.string(),
    /** False: switching it on asks for the proof of the address first. */
    verified: z.boolean(),
  }),
  quietHours: z.nullable(QuietHours),
  /** UTC epoch ms of the end of the quiet hours that last now; null outside them. */
  quietUntil: z.nullable(z.number()),
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

export const getNotificationSettings = endpoint({
  method: 'get',
  path: '/api/notifications/settings',
  summary: 'How this account is notified of its alerts',
  access: 'person',
  response: NotificationSettings,
});

export const changeNotificationSettings = endpoint({
  method: 'patch',
  path: '/api/notifications/settings',
  summary: 'Switch alerts by e-mail, or set the quiet hours (null takes them away)',
  access: 'person',
  json: z.strictObject({ mail: z.optional(z.boolean()), quietHours: z.optional(z.nullable(GivenQuietHours)) }),
  response: z.object({ settings: NotificationSettings }),
});

export const testNotification = endpoint({
  method: 'post',
  path: '/api/notifications/test',
  summary: 'Send a test now: to one browser or all, to the linked chat, or to the confirmed address',
  access: 'person',
  json: z.strictObject({
    channel: z.enum(['push', 'telegram', 'mail']),
    /** Of one browser; without it all get the test. */
    endpoint: z.optional(z.string().check(z.maxLength(2048))),
  }),
  response: z.object({ sent: z.number(), failed: z.number(), error: z.nullable(z.string()) }),
});
