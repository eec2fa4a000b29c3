import webPush from 'web-push';
import type { PushMessage } from '#contracts/push.ts';
import { isPushService } from './push-hosts.ts';
import { vapidHeaders, type Vapid } from './vapid.ts';
import type { NotificationDeps } from '../deps.ts';

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * `gone`: the subscription no longer exists. `refused`: final, and for the operator to correct. `later`: retry, no
 * sooner than `retryAfter` ms where the service named it.
 */
export type PushOutcome =
  | { outcome: 'sent' }
  | { outcome: 'gone'; reason: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; retryAfter: number };

interface PushRoute extends Pick<NotificationDeps, 'clock'> {
  vapid: Vapid;
  pushHosts: readonly string[];
  fetch: Fetch;
}

interface Parcel {
  to: Subscription;
  message: PushMessage;
  /** At most 32 characters of base64url: a message replaces pending ones of the same topic. */
  topic: string;
  /** Seconds that the service stores it for an offline device. */
  ttl: number;
  signal: AbortSignal;
}

/** A UUID in the 22 base64url characters that a Topic header allows (at most 32). */
export const topicOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

const TIME_OUT = 10_000;
const MOST_BYTES = 3 * 1024;

function retryAfter(header: string | null, now: number): number {
  if (!header) return 0;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

function judge({ status, headers }: Response, now: number): PushOutcome {
  const reason = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone', reason };
  if (status === 429 || status >= 500) {
    return { outcome: 'later', reason, retryAfter: retryAfter(headers.get('retry-after'), now) };
  }
  return { outcome: 'refused', reason };
}

function shorten(message: PushMessage): string {
  const text = JSON.stringify(message);
  const over = Buffer.byteLength(text) - MOST_BYTES;
  if (over <= 0) return text;
  const { notification } = message;
  const body = Buffer.from(notification.body).subarray(0, -over - 8);
  return JSON.stringify({
    ...message,
    notification: { ...notification, body: `${body.toString().replace(/\uFFFD+$/, '')}…` },
  });
}

/** Encrypts a message for one browser and sends it to its push service. */
export function pushSender({ vapid, pushHosts, clock, fetch }: PushRoute) {
  const authorization = vapidHeaders(vapid, clock);

  function seal({ to, message, topic, ttl }: Parcel) {
    const subscription = { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } };
    const options = { TTL: ttl, urgency: 'high', topic, contentEncoding: 'aes128gcm' } as const;
    const { headers, body } = webPush.generateRequestDetails(subscription, shorten(message), options);
    const { 'Content-Length': _, ...rest } = headers;
    return { headers: { ...rest, Authorization: authorization(to.endpoint) } as Record<string, string>, body };
  }

  return async function send(parcel: Parcel): Promise<PushOutcome> {
    const { endpoint } = parcel.to;
    if (!isPushService(endpoint, pushHosts)) return { outcome: 'gone', reason: 'not a known push service' };
    let sealed: ReturnType<typeof seal>;
    try {
      sealed = seal(parcel);
    } catch (error) {
      return { outcome: 'gone', reason: `its keys do not work: ${String(error)}` };
    }
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: sealed.headers,
        body: new Uint8Array(sealed.body),
        redirect: 'error',
        signal: AbortSignal.any([parcel.signal, AbortSignal.timeout(TIME_OUT)]),
      });
      await response.body?.cancel();
      return judge(response, clock());
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      return { outcome: 'later', reason: `${String(error)}${cause}`.slice(0, 300), retryAfter: 0 };
    }
  };
}
export type PushSender = ReturnType<typeof pushSender>;
