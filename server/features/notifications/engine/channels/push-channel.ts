import * as z from 'zod/mini';
import { PushMessage } from '#contracts/push.ts';
import type { BrowserDeps } from '../../push/browsers.ts';
import { topicOf } from '../../push/send-push.ts';
import type { Deliver } from '../delivery-worker.ts';

/** To one browser. */
export const pushChannel =
  ({ subscriptions, send, clock, log }: Pick<BrowserDeps, 'subscriptions' | 'send' | 'clock' | 'log'>): Deliver =>
  async ({ subscription, payload, firingId, id, expiresAt, userId }, signal) => {
    if (!subscription) return { outcome: 'gone', reason: 'unsubscribed' };
    const result = await send({
      to: subscription,
      message: z.parse(PushMessage, payload),
      topic: topicOf(firingId ?? id),
      ttl: Math.ceil((expiresAt - clock()) / 1000),
      signal,
    });
    if (result.outcome === 'sent') await subscriptions.markDelivered(subscription, clock());
    if (result.outcome === 'gone') {
      log.info({ userId, reason: result.reason }, 'push: a subscription ended');
      await subscriptions.remove(subscription);
    }
    if (result.outcome !== 'refused') return result;
    log.error(
      { host: new URL(subscription.endpoint).host, reason: result.reason },
      'push: the push service refuses us: do the keys in vapid.json still belong to this site?',
    );
    return { outcome: 'failed', reason: result.reason };
  };
