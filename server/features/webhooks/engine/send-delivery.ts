import { signatureOf } from '../../../lib/standard-webhooks.ts';
import type { Outcome } from '../../../runtime/jobs/outcome.ts';
import type { WebhookDeps } from '../deps.ts';
import { eventName } from '../new-delivery.ts';
import { secretsOf } from '../secret.ts';
import { type DeliveryRow, webhooksStore } from '../webhooks.store.ts';
import { addressFault } from '../where-to.ts';
import type { Answered, Post } from './post.ts';

/** W-15, ms. */
const TIME_OUT = 15_000;
const IS_OFF = 'The endpoint was switched off.';

function askedWait(header: string | null, now: number): number {
  if (!header) return 0;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

function judge({ status, retryAfter }: Answered, now: number): Outcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 410) return { outcome: 'gone', reason: 'It answered 410: it takes no more deliveries.' };
  const isRedirect = status >= 300 && status < 400;
  const reason = `It answered ${status}${isRedirect ? ', and redirects are not followed' : ''}.`;
  return { outcome: 'later', reason, retryAfter: askedWait(retryAfter, now) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'It could not be reached.';
  if (error.name === 'TimeoutError') return `It did not answer within ${TIME_OUT / 1000} s.`;
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return `It could not be reached${cause ? `: ${cause}` : ''}.`.slice(0, 300);
}

/** W-14: one attempt, signed for its own time by each secret that stands. */
export function deliverySender(
  deps: Pick<WebhookDeps, 'db' | 'clock' | 'dataKey' | 'hosts'>,
  { post }: { post: Post },
) {
  return async ({ userId, webhookId, eventId, body }: DeliveryRow, stopping: AbortSignal): Promise<Outcome> => {
    const webhook = await webhooksStore(deps.db, userId).find(webhookId);
    if (!webhook || webhook.off !== null) return { outcome: 'gone', reason: IS_OFF };
    const fault = addressFault(webhook.url, deps.hosts);
    if (fault !== null) return { outcome: 'failed', reason: fault };
    const [id, at] = [eventName(eventId), deps.clock()];
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Tandem-Webhooks/1.0',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': signatureOf(await secretsOf(deps, webhook), { id, at, body }),
    };
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIME_OUT)]);
      return judge(await post(webhook.url, { headers, body, signal }), deps.clock());
    } catch (error) {
      return { outcome: 'later', reason: reasonOf(error), retryAfter: 0 };
    }
  };
}
