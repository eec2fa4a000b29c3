import { createECDH } from 'node:crypto';
import type { PushMessage, PushSubscription } from '#contracts/push.ts';
import { deviceName } from '../../../lib/device-name.ts';
import { newId } from '../../../lib/id.ts';
import { browserId } from './browser-id.ts';
import { isPushService } from './push-hosts.ts';
import { pushSubscriptionsStore, type SubscriptionsStore } from './push-subscriptions.store.ts';
import { type PushSender, topicOf } from './send-push.ts';
import type { NotificationDeps } from '../deps.ts';

const MOST_BROWSERS = 10;
const FULL = `${MOST_BROWSERS} browsers get notifications already. Switch them off on one of those first.`;
const NOT_PROVEN = 'Prove your e-mail address first.';
const TEST_TTL = 60;

export interface BrowserDeps extends Pick<NotificationDeps, 'db' | 'clock' | 'log' | 'audit'> {
  subscriptions: SubscriptionsStore;
  send: PushSender;
  publicUrl: string;
  pushHosts: readonly string[];
}

export interface SubscribingBrowser {
  userAgent: string;
  /** An automatic renewal, not an action of the user. */
  renews: boolean;
  /** The session that it ends with. */
  sessionId: string | null;
  /** A new browser may be added. */
  mayAdd: boolean;
}

function keysWork({ p256dh, auth }: PushSubscription['keys']): boolean {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    return ecdh.computeSecret(p256dh, 'base64url').length === 32 && Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

const refused = (error: string) => ({ error, removed: false });

const testMessage = (publicUrl: string, now: number): PushMessage => ({
  web_push: 8030,
  notification: {
    title: 'Tandem',
    body: 'Notifications reach this browser.',
    navigate: `${publicUrl}/alerts`,
    tag: 'test',
    timestamp: now,
  },
});

/** The browsers that receive a user's notifications. */
export function browsers({ db, clock, log, audit, subscriptions, send, publicUrl, pushHosts }: BrowserDeps) {
  const of = (userId: string) => pushSubscriptionsStore(db, userId);
  const isRemoved = async (userId: string, browser: string) =>
    (await audit.latest(userId, ['push-device-added', 'push-device-removed'], { browser }))?.kind ===
    'push-device-removed';
  return {
    async list(userId: string) {
      const rows = await of(userId).all();
      return rows.map(({ endpoint, userAgent, createdAt, deliveredAt }) => ({
        endpoint,
        device: deviceName(userAgent),
        addedAt: createdAt,
        deliveredAt,
      }));
    },
    /** The error or null, and whether the user had removed this browser. */
    async subscribe(userId: string, { endpoint, keys }: PushSubscription, by: SubscribingBrowser) {
      if (!isPushService(endpoint, pushHosts)) {
        log.warn({ userId, host: URL.parse(endpoint)?.host }, 'push: an unknown push service was offered');
        return refused('This push service is not supported, so no notifications are sent to it.');
      }
      if (!keysWork(keys))
        return refused("This browser's push keys do not work. Switch notifications off and on again.");
      const { userAgent, renews, sessionId, mayAdd } = by;
      const browser = browserId(endpoint);
      if (renews && (await isRemoved(userId, browser))) return { error: null, removed: true };
      const known = { endpoint, ...keys, userAgent: userAgent.slice(0, 300), sessionId };
      const most = mayAdd ? MOST_BROWSERS : 0;
      const outcome = await of(userId).add({ id: newId(), createdAt: clock(), ...known }, most);
      if (outcome === 'added') await audit.record(userId, 'push-device-added', { browser });
      return outcome === 'full' ? refused(mayAdd ? FULL : NOT_PROVEN) : { error: null, removed: false };
    },
    async unsubscribe(userId: string, endpoint: string): Promise<void> {
      const removed = await of(userId).remove(endpoint);
      if (!removed) return;
      const device = deviceName(removed.userAgent);
      await audit.record(userId, 'push-device-removed', { device, browser: browserId(endpoint) });
    },
    /** Sends a test once, to every browser of the user or to the one at `endpoint`. */
    async sendTest(userId: string, endpoint?: string): Promise<{ sent: number; failed: number }> {
      const message = testMessage(publicUrl, clock());
      const signal = new AbortController().signal;
      const outcomes = await Promise.all(
        (await of(userId).all())
          .filter((browser) => endpoint === undefined || browser.endpoint === endpoint)
          .map(async (to) => {
            const { outcome } = await send({ to, message, topic: topicOf(newId()), ttl: TEST_TTL, signal });
            if (outcome === 'gone') await subscriptions.remove(to);
            if (outcome === 'sent') await subscriptions.markDelivered(to, clock());
            return outcome;
          }),
      );
      const sent = outcomes.filter((outcome) => outcome === 'sent').length;
      return { sent, failed: outcomes.length - sent };
    },
  };
}
