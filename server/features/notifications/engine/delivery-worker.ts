import * as z from 'zod/mini';
import { PushMessage } from '#contracts/push.ts';
import { DAY, HOUR } from '#contracts/rules/time.ts';
import type { Outcome } from '../../../runtime/jobs/outcome.ts';
import { forChannel, summary } from '../deliveries/alert-messages.ts';
import type { Channel, DeliveriesStore, Delivery } from './deliveries.store.ts';
import { OutboxWorker } from '../../../runtime/jobs/outbox-worker.ts';
import { FIRING_LIFETIME } from '../lifetimes.ts';
import type { NotificationDeps } from '../deps.ts';

const AT_ONCE: Record<Channel, number> = { live: 20, push: 20, telegram: 10, mail: 4 };
/** a push service that hangs must not block the others. With its time-out at most 200 requests are pending. */
const PATIENCE: Partial<Record<Channel, number>> = { push: 1_000 };
const FORGET_EVERY = HOUR;
const KEPT = 7 * DAY;

/** Records how long each message took, ms. */
export interface DeliveryMetrics {
  delivered(channel: Channel, ms: number): void;
}

/** When it could first be sent: a held message, at the end of the quiet hours. */
const dueSince = ({ held, createdAt, expiresAt }: Delivery): number => (held ? expiresAt - FIRING_LIFETIME : createdAt);

/** Sends one delivery. Aborted by `signal`, it is due again for the next worker. */
export type Deliver = (delivery: Delivery, signal: AbortSignal) => Promise<Outcome>;

/** Held deliveries to one target are sent as one message. */
const batchOf = ({ held, userId, targetId, id }: Delivery): string => (held ? `${userId}.${targetId ?? ''}` : id);

const messageOf = ({ payload }: Delivery): PushMessage => z.parse(PushMessage, payload);

function asOne([first, ...others]: readonly [Delivery, ...Delivery[]]): Delivery {
  const { held, channel } = first;
  if (!held || channel === 'live') return first;
  const payload = forChannel[channel](summary([messageOf(first), ...others.map(messageOf)]));
  return { ...first, payload };
}

interface DeliveryContext extends Pick<NotificationDeps, 'clock' | 'log'> {
  store: DeliveriesStore;
  /** Calls its listener when deliveries were queued. Returns the way to stop. */
  onQueued: (listener: () => void) => () => void;
  channels: Record<Channel, Deliver>;
  metrics?: DeliveryMetrics | undefined;
}

/** F-27: one worker per channel, so that a channel that hangs does not block the others. */
export function createDeliveryWorker({ store, onQueued, channels, clock, log, metrics }: DeliveryContext) {
  const workers = (Object.keys(channels) as Channel[]).map(
    (channel) =>
      new OutboxWorker({
        queue: { claim: (by) => store.claim({ channel, ...by }), settle: store.settle },
        batchOf,
        send: async (batch, signal) => {
          const outcome = await channels[channel](asOne(batch), signal);
          if (outcome.outcome === 'sent') metrics?.delivered(channel, clock() - dueSince(batch[0]));
          return outcome;
        },
        atOnce: AT_ONCE[channel],
        patience: PATIENCE[channel],
        clock,
        log,
      }),
  );
  const wake = () => workers.forEach((worker) => worker.wake());
  let forgetting: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | null = null;
  const forget = () => {
    store
      .forget(clock() - KEPT)
      .catch((error: unknown) => log.error({ err: error }, 'deliveries: old ones not removed'));
  };
  return {
    start(): void {
      forgetting = setInterval(forget, FORGET_EVERY).unref();
      unsubscribe?.();
      unsubscribe = onQueued(wake);
      for (const worker of workers) worker.start();
    },
    async stop(): Promise<void> {
      clearInterval(forgetting);
      unsubscribe?.();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
