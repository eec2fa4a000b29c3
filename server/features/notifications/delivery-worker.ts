import { PushMessage } from '#contracts/push.ts';
import * as z from 'zod/mini';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher, UserMessage } from '../../live/publish.ts';
import type { DeliveriesStore, Delivery, Settlement } from './deliveries.store.ts';
import type { PushSender } from './send-push.ts';

const AT_ONCE = 20;
/** Longer than any try takes, so that a lease is lost only with its worker. */
const LEASE = 30_000;
const LOOK_EVERY = 2_000;
const FORGET_EVERY = 3_600_000;
const KEPT = 7 * 24 * 3_600_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 300_000;

/** one second, doubling to five minutes, with jitter, never before the service asked for. */
export function pauseAfter(attempts: number, retryAfter: number, random = Math.random): number {
  const base = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 20));
  return Math.max(retryAfter, base + base * 0.3 * random());
}

/** A firing's id, a UUID, in the 22 characters that a Topic header may have. */
export const topicOf = (firingId: string): string =>
  Buffer.from(firingId.replaceAll('-', ''), 'hex').toString('base64url');

interface Needs {
  store: DeliveriesStore;
  send: PushSender;
  live: LivePublisher;
  clock: Clock;
  log: Log;
}

/** Takes deliveries that are due by lease and brings each to its channel, at least once. */
export class DeliveryWorker {
  readonly #needs: Needs;
  readonly #owner = newId();
  readonly #underWay = new Set<Promise<void>>();
  #stopping = new AbortController();
  #timers: NodeJS.Timeout[] = [];
  #looking = false;
  #lookAgain = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#timers = [
      setInterval(() => this.wake(), LOOK_EVERY),
      setInterval(() => this.#forget(), FORGET_EVERY).unref(),
    ];
    this.wake();
  }

  /** Something new is due. */
  wake(): void {
    if (this.#timers.length === 0) return;
    this.#lookAgain = true;
    if (this.#looking) return;
    this.#look().catch((error: unknown) => this.#needs.log.error({ err: error }, 'deliveries: could not be read'));
  }

  /** What is under way is broken off; it is due again at once, for the next worker. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    this.#stopping.abort();
    while (this.#looking) await new Promise((done) => setTimeout(done, 5));
    await Promise.all(this.#underWay);
  }

  async #look(): Promise<void> {
    const { store, clock } = this.#needs;
    this.#looking = true;
    try {
      while (this.#lookAgain && !this.#stopping.signal.aborted) {
        this.#lookAgain = false;
        const most = AT_ONCE - this.#underWay.size;
        if (most <= 0) return;
        const taken = await store.take({ owner: this.#owner, now: clock(), leaseMs: LEASE, most });
        for (const delivery of taken) this.#begin(delivery);
        if (taken.length === most) this.#lookAgain = true;
      }
    } finally {
      this.#looking = false;
    }
  }

  #begin(delivery: Delivery): void {
    const done = this.#deliver(delivery)
      .catch((error: unknown) => this.#needs.log.error({ err: error, delivery: delivery.id }, 'delivery failed'))
      .finally(() => {
        this.#underWay.delete(done);
        this.wake();
      });
    this.#underWay.add(done);
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { store, clock, live } = this.#needs;
    const attempts = delivery.attempts + 1;
    if (delivery.expiresAt <= clock()) return store.settle(delivery, { state: 'expired', doneAt: clock() });
    if (delivery.channel === 'live') {
      live.pass(delivery.userId, delivery.payload as UserMessage);
      return store.settle(delivery, { state: 'sent', attempts, doneAt: clock() });
    }
    if (delivery.channel === 'push') return store.settle(delivery, { attempts, ...(await this.#push(delivery)) });
    throw new Error(`nothing delivers by ${delivery.channel}`);
  }

  async #push(delivery: Delivery): Promise<Settlement> {
    const { store, send, clock, log } = this.#needs;
    const { subscription, expiresAt } = delivery;
    if (!subscription) return { state: 'gone', lastError: 'unsubscribed', doneAt: clock() };
    const result = await send({
      to: subscription,
      message: z.parse(PushMessage, delivery.payload),
      topic: topicOf(delivery.firingId ?? delivery.id),
      ttl: Math.ceil((expiresAt - clock()) / 1000),
      signal: this.#stopping.signal,
    });
    const now = clock();
    if (result.outcome === 'later') return this.#later(delivery, result);
    if (result.outcome === 'sent') {
      await store.markDelivered(subscription, now);
      return { state: 'sent', doneAt: now, lastError: null };
    }
    if (result.outcome === 'gone') {
      log.info({ userId: delivery.userId, reason: result.reason }, 'push: a subscription ended');
      await store.removeSubscription(subscription);
      return { state: 'gone', lastError: result.reason, doneAt: now };
    }
    log.error(
      { host: new URL(subscription.endpoint).host, reason: result.reason },
      'push: the push service refuses us: do the keys in vapid.json still belong to this site?',
    );
    return { state: 'failed', lastError: result.reason, doneAt: now };
  }

  #later(
    { attempts, expiresAt }: Delivery,
    { reason, retryAfter }: { reason: string; retryAfter: number },
  ): Settlement {
    const now = this.#needs.clock();
    // Broken off by our own stop: that was no try.
    if (this.#stopping.signal.aborted) return { nextAt: now, attempts };
    const nextAt = now + Math.round(pauseAfter(attempts + 1, retryAfter));
    if (nextAt >= expiresAt) return { state: 'expired', lastError: reason, doneAt: now };
    if (nextAt - now < LOOK_EVERY) setTimeout(() => this.wake(), nextAt - now).unref();
    return { nextAt, lastError: reason };
  }

  #forget(): void {
    const { store, clock, log } = this.#needs;
    store
      .forget(clock() - KEPT)
      .catch((error: unknown) => log.error({ err: error }, 'deliveries: old ones not removed'));
  }
}
