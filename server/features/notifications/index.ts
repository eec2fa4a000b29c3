import { createECDH } from 'node:crypto';
import type { PushMessage, PushSubscription } from '#contracts/push.ts';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import { deliveriesStore, queueAlertDeliveries } from './deliveries.store.ts';
import { DeliveryWorker, topicOf } from './delivery-worker.ts';
import { isPushService } from './push-hosts.ts';
import { pushSubscriptionsStore } from './push-subscriptions.store.ts';
import { pushSender, type Fetch } from './send-push.ts';
import { openVapid, vapidSubject } from './vapid.ts';

const MOST_BROWSERS = 10;
const TEST_TTL = 60;

interface Needs {
  db: Db;
  clock: Clock;
  log: Log;
  live: LivePublisher;
  env: { DATA_DIR: string; publicUrl: string; PUSH_HOSTS: readonly string[]; MAIL_FROM?: string | undefined };
  /** Another way out, with its own certificates, for tests. */
  fetch?: Fetch;
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

/** Everything that reaches a person outside the page they look at. */
export function createNotifications({ db, clock, log, live, env, fetch = globalThis.fetch }: Needs) {
  const pushHosts = env.PUSH_HOSTS;
  const vapid = openVapid(env.DATA_DIR, vapidSubject({ publicUrl: env.publicUrl, mail: env.MAIL_FROM }));
  const send = pushSender({ vapid, pushHosts, clock, fetch });
  const store = deliveriesStore(db);
  const worker = new DeliveryWorker({ store, send, live, clock, log });
  return {
    publicUrl: env.publicUrl,
    publicKey: vapid.publicKey,
    clock,
    worker,
    queueAlertDeliveries,
    /** Says that deliveries were queued; theirs is the transaction that was just committed. */
    wake: () => worker.wake(),
    /** Answers why not, or null. */
    async subscribe(userId: string, { endpoint, keys }: PushSubscription, userAgent: string): Promise<string | null> {
      if (!isPushService(endpoint, pushHosts)) {
        log.warn({ userId, host: URL.parse(endpoint)?.host }, 'push: an unknown push service was offered');
        return 'This push service is not known here, so no notifications are sent to it.';
      }
      if (!keysWork(keys)) return "This browser's push keys do not work. Switch notifications off and on again.";
      const row = { id: newId(), endpoint, ...keys, userAgent: userAgent.slice(0, 300), createdAt: clock() };
      const added = await pushSubscriptionsStore(db, userId).add(row, MOST_BROWSERS);
      return added
        ? null
        : `${MOST_BROWSERS} browsers get notifications already. Switch them off on one of those first.`;
    },
    unsubscribe: (userId: string, endpoint: string) => pushSubscriptionsStore(db, userId).remove(endpoint),
    /** To every browser of the person, now and once. */
    async sendTest(userId: string): Promise<{ sent: number; failed: number }> {
      const browsers = await pushSubscriptionsStore(db, userId).all();
      const message = testMessage(env.publicUrl, clock());
      const signal = new AbortController().signal;
      const outcomes = await Promise.all(
        browsers.map(async (to) => {
          const { outcome } = await send({ to, message, topic: topicOf(newId()), ttl: TEST_TTL, signal });
          if (outcome === 'gone') await store.removeSubscription(to);
          return outcome;
        }),
      );
      const sent = outcomes.filter((outcome) => outcome === 'sent').length;
      return { sent, failed: outcomes.length - sent };
    },
  };
}
export type Notifications = ReturnType<typeof createNotifications>;
