import { DAY, HOUR, SECOND } from '#contracts/rules/time.ts';
import { retryIn } from '../../../domain/webhooks/retries.ts';
import { OutboxWorker, type Settlement } from '../../../runtime/jobs/outbox-worker.ts';
import type { WebhookDeps } from '../deps.ts';
import { newDelivery } from '../new-delivery.ts';
import { type DeliveryRow, webhooksStore } from '../webhooks.store.ts';
import { type Post, publicPost } from './post.ts';
import { type Compose, deliveryQueue, eventQueue } from './queue.store.ts';
import { deliverySender } from './send-delivery.ts';
import { outgoingOf } from './outgoing-events.ts';

const LOOK_EVERY = SECOND;
const AT_ONCE = 20;
const EVENTS_AT_ONCE = 100;
/** An endpoint that hangs must not block the others. */
const PATIENCE = SECOND;
const KEPT = 30 * DAY;
/** One that cannot be read for so long is not sent any more. */
const EVENT_KEPT = DAY;

/** W-15: where nothing will arrive any more, nothing is sent any more, and its owner is notified. */
async function settle(deps: WebhookDeps, delivery: DeliveryRow, to: Settlement): Promise<void> {
  if (!(await deliveryQueue(deps.db).settle(delivery, to))) return;
  if (to.state !== 'gone' && to.state !== 'failed') return;
  const why = `${to.state === 'gone' ? '' : 'An event could not be delivered. '}${to.lastError ?? ''}`;
  const off = await webhooksStore(deps.db, delivery.userId).switchOff(delivery.webhookId, why);
  if (!off) return;
  const host = new URL(off.url).host;
  await deps.audit.record(off.userId, 'webhook-off', { host, reason: why });
}

/** Makes deliveries of what happened, and sends them. */
export function createWebhookEngine(deps: WebhookDeps, post: Post = publicPost(deps)) {
  const { db, clock, log, pairName } = deps;
  const events = eventQueue(db);
  const worker = new OutboxWorker<DeliveryRow>({
    queue: { claim: deliveryQueue(db).claim, settle: (delivery, to) => settle(deps, delivery, to) },
    batchOf: ({ id }) => id,
    send: ([delivery], stopping) => deliverySender(deps, { post })(delivery, stopping),
    retryIn: (attempts, asked) => retryIn(attempts, { asked }),
    atOnce: AT_ONCE,
    patience: PATIENCE,
    clock,
    log,
  });
  const timers: NodeJS.Timeout[] = [];
  let looking: Promise<void> | null = null;

  const compose: Compose = async (tx, event, to) => {
    const outgoing = await outgoingOf(tx, event, pairName);
    // Of two in one row the second has the row's own id.
    return outgoing.flatMap(({ type, data }, at) =>
      to
        .filter(({ events: chosen }) => chosen.includes(type))
        .map(({ id: webhookId }) =>
          newDelivery({ webhookId, eventId: at === 0 ? event.id : event.refId, type, at: event.at, data }, clock()),
        ),
    );
  };

  async function look(): Promise<void> {
    let isMade = false;
    for (const ref of await events.waiting(EVENTS_AT_ONCE)) {
      try {
        isMade = (await events.handOver(ref, compose)) || isMade;
      } catch (error) {
        log.error({ error, event: ref.id }, 'webhooks: an event could not be sent');
      }
    }
    if (isMade) worker.wake();
  }
  const turn = () => {
    looking ??= look()
      .catch((error: unknown) => log.error({ error }, 'webhooks: events could not be read'))
      .finally(() => (looking = null));
  };
  const forget = () => {
    Promise.all([events.forget(clock() - EVENT_KEPT), deliveryQueue(db).forget(clock() - KEPT)]).catch(
      (error: unknown) => log.error({ error }, 'webhooks: old deliveries could not be forgotten'),
    );
  };
  return {
    start(): void {
      worker.start();
      timers.push(setInterval(turn, LOOK_EVERY), setInterval(forget, HOUR).unref());
      turn();
    },
    async stop(): Promise<void> {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await looking;
      await worker.stop();
    },
  };
}
