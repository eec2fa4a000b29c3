import * as z from 'zod/mini';
import { PushMessage } from '#contracts/push.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import { calledByNobody } from '../../lib/whence.ts';
import { forChannel, summary } from './channels/alert-words.ts';
import type { Deliver, Outcome } from './channels/outcome.ts';
import type { Channel, DeliveriesStore, Delivery, Settlement } from './deliveries.store.ts';

/** Longer than any try takes, so that a lease is lost only with its worker. */
const LEASE = 30_000;
const LOOK_EVERY = 2_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 300_000;

/** one second, doubling to five minutes, with jitter, never before the service asked for. */
export function pauseAfter(attempts: number, retryAfter: number, random = Math.random): number {
  const base = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 20));
  return Math.max(retryAfter, base + base * 0.3 * random());
}

/** What goes out as one message: the held ones to one place do. */
const parcelOf = ({ held, userId, targetId, id }: Delivery): string => (held ? `${userId}.${targetId ?? ''}` : id);

const messageOf = ({ payload }: Delivery): PushMessage => z.parse(PushMessage, payload);

function asOne(first: Delivery, others: readonly Delivery[]): Delivery {
  const { held, channel } = first;
  if (!held || channel === 'live') return first;
  const payload = forChannel[channel](summary([messageOf(first), ...others.map(messageOf)]));
  return { ...first, payload };
}

interface Needs {
  channel: Channel;
  deliver: Deliver;
  /** Deliveries under way at a time. */
  atOnce: number;
  store: DeliveriesStore;
  clock: Clock;
  log: Log;
}

/** Takes one channel's deliveries that are due by lease and brings each, at least once. */
export class DeliveryLane {
  readonly #needs: Needs;
  readonly #owner = newId();
  readonly #underWay = new Set<Promise<void>>();
  #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #lookAgain = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY);
    this.wake();
  }

  /** Something new is due. */
  wake(): void {
    if (this.#timer === null) return;
    this.#lookAgain = true;
    if (this.#looking) return;
    calledByNobody(() => this.#look()).catch((error: unknown) =>
      this.#needs.log.error({ err: error }, 'deliveries: could not be read'),
    );
  }

  /** What is under way is broken off; it is due again at once, for the next worker. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    while (this.#looking) await new Promise((done) => setTimeout(done, 5));
    await Promise.all(this.#underWay);
  }

  async #look(): Promise<void> {
    const { channel, atOnce, store, clock } = this.#needs;
    this.#looking = true;
    try {
      while (this.#lookAgain && !this.#stopping.signal.aborted) {
        this.#lookAgain = false;
        const most = atOnce - this.#underWay.size;
        if (most <= 0) return;
        const taken = await store.take({ channel, owner: this.#owner, now: clock(), leaseMs: LEASE, most });
        for (const parcel of Map.groupBy(taken, parcelOf).values()) this.#begin(parcel);
        if (taken.length >= most) this.#lookAgain = true;
      }
    } finally {
      this.#looking = false;
    }
  }

  #begin(parcel: Delivery[]): void {
    const done = this.#deliver(parcel)
      .catch((error: unknown) => this.#needs.log.error({ err: error, delivery: parcel[0]?.id }, 'delivery failed'))
      .finally(() => {
        this.#underWay.delete(done);
        this.wake();
      });
    this.#underWay.add(done);
  }

  async #deliver(parcel: Delivery[]): Promise<void> {
    const { store, clock, deliver } = this.#needs;
    const over = parcel.filter(({ expiresAt }) => expiresAt <= clock());
    for (const delivery of over) await store.settle(delivery, { state: 'expired', doneAt: clock() });
    const [first, ...others] = parcel.filter((delivery) => !over.includes(delivery));
    if (!first) return;
    const outcome = await deliver(asOne(first, others), AbortSignal.any([this.#stopping.signal]));
    for (const delivery of [first, ...others]) await store.settle(delivery, this.#settlement(delivery, outcome));
  }

  #settlement(delivery: Delivery, outcome: Outcome): Settlement {
    const now = this.#needs.clock();
    const attempts = delivery.attempts + 1;
    if (outcome.outcome === 'later') return this.#later(delivery, outcome);
    if (outcome.outcome === 'turn') return { nextAt: this.#wakeAt(outcome.at) };
    if (outcome.outcome === 'sent') return { state: 'sent', attempts, lastError: null, doneAt: now };
    return { state: outcome.outcome, attempts, lastError: outcome.reason, doneAt: now };
  }

  #later({ attempts: before, expiresAt }: Delivery, { reason, retryAfter }: { reason: string; retryAfter: number }) {
    const now = this.#needs.clock();
    // Broken off by our own stop: that was no try.
    if (this.#stopping.signal.aborted) return { nextAt: now };
    const attempts = before + 1;
    const nextAt = now + Math.round(pauseAfter(attempts, retryAfter));
    if (nextAt >= expiresAt) return { state: 'expired' as const, attempts, lastError: reason, doneAt: now };
    return { nextAt: this.#wakeAt(nextAt), attempts, lastError: reason };
  }

  #wakeAt(time: number): number {
    const wait = time - this.#needs.clock();
    if (wait < LEASE) setTimeout(() => this.wake(), wait).unref();
    return time;
  }
}
