import type { Clock } from '../../../lib/clock.ts';
import { newId } from '../../../lib/id.ts';
import type { Log } from '../../../lib/log.ts';
import { withoutRequestContext } from '../../../lib/request-context.ts';
import { type Outcome, retryDelay } from '../outcome.ts';
import type { Settlement } from './deliveries.store.ts';

/** Longer than any attempt, so that only the end of a worker loses a lease. */
const LEASE = 30_000;
const POLL_EVERY = 2_000;

/** A queued message. */
interface Due {
  id: string;
  attempts: number;
  /** Epoch ms; dropped from then on. */
  expiresAt: number;
}

interface LeaseRequest {
  owner: string;
  now: number;
  leaseMs: number;
  most: number;
}

interface Deps<D extends Due> {
  /** The queue: leased rows, settled unless the lease was lost. */
  queue: {
    take: (request: LeaseRequest) => Promise<D[]>;
    settle: (due: D, outcome: Settlement) => Promise<void>;
  };
  /** Messages with the same parcel are sent as one. */
  parcelOf: (due: D) => string;
  deliver: (parcel: readonly [D, ...D[]], signal: AbortSignal) => Promise<Outcome>;
  /** Concurrent deliveries; one that takes longer than `patience`, in ms, is not counted any more. */
  atOnce: number;
  patience?: number | undefined;
  clock: Clock;
  log: Log;
}

/** Leases what is due and delivers each at least once. */
export class DeliveryLane<D extends Due> {
  readonly #deps: Deps<D>;
  readonly #owner = newId();
  readonly #inProgress = new Set<Promise<void>>();
  /** Concurrent deliveries that count. */
  #busy = 0;
  #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #polling = false;
  #pollAgain = false;

  constructor(deps: Deps<D>) {
    this.#deps = deps;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#timer = setInterval(() => this.wake(), POLL_EVERY);
    this.wake();
  }

  /** New messages are due. */
  wake(): void {
    if (this.#timer === null) return;
    this.#pollAgain = true;
    if (this.#polling) return;
    withoutRequestContext(() => this.#poll()).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'deliveries: could not be read'),
    );
  }

  /** Deliveries in progress are aborted, and due again at once for the next worker. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    while (this.#polling) await new Promise((done) => setTimeout(done, 5));
    await Promise.all(this.#inProgress);
  }

  async #poll(): Promise<void> {
    const { atOnce, queue, parcelOf, clock } = this.#deps;
    this.#polling = true;
    try {
      while (this.#pollAgain && !this.#stopping.signal.aborted) {
        this.#pollAgain = false;
        const most = atOnce - this.#busy;
        if (most <= 0) return;
        const taken = await queue.take({ owner: this.#owner, now: clock(), leaseMs: LEASE, most });
        for (const parcel of Map.groupBy(taken, parcelOf).values()) this.#start(parcel);
        if (taken.length >= most) this.#pollAgain = true;
      }
    } finally {
      this.#polling = false;
    }
  }

  #start(parcel: D[]): void {
    const release = this.#takeSlot();
    const done = this.#deliver(parcel)
      .catch((error: unknown) => this.#deps.log.error({ err: error, delivery: parcel[0]?.id }, 'delivery failed'))
      .finally(() => {
        this.#inProgress.delete(done);
        release();
      });
    this.#inProgress.add(done);
  }

  /** Occupies a slot until it is released or `patience` is over. */
  #takeSlot(): () => void {
    const { patience } = this.#deps;
    let held = true;
    const release = () => {
      clearTimeout(timer);
      if (held) this.#busy -= 1;
      held = false;
      this.wake();
    };
    const timer = patience === undefined ? undefined : setTimeout(release, patience);
    this.#busy += 1;
    return release;
  }

  async #deliver(parcel: D[]): Promise<void> {
    const { queue, clock, deliver } = this.#deps;
    const expired = parcel.filter(({ expiresAt }) => expiresAt <= clock());
    for (const delivery of expired) await queue.settle(delivery, { state: 'expired', doneAt: clock() });
    const [first, ...others] = parcel.filter((delivery) => !expired.includes(delivery));
    if (!first) return;
    const outcome = await deliver([first, ...others], AbortSignal.any([this.#stopping.signal]));
    for (const delivery of [first, ...others]) await queue.settle(delivery, this.#settlement(delivery, outcome));
  }

  #settlement(delivery: D, outcome: Outcome): Settlement {
    const now = this.#deps.clock();
    const attempts = delivery.attempts + 1;
    if (outcome.outcome === 'later') return this.#later(delivery, outcome);
    if (outcome.outcome === 'turn') return { nextAt: this.#wakeAt(outcome.at) };
    if (outcome.outcome === 'sent') return { state: 'sent', attempts, lastError: null, doneAt: now };
    return { state: outcome.outcome, attempts, lastError: outcome.reason, doneAt: now };
  }

  #later({ attempts: before, expiresAt }: D, { reason, retryAfter }: { reason: string; retryAfter: number }) {
    const now = this.#deps.clock();
    // Aborted by our own stop, which does not count as an attempt.
    if (this.#stopping.signal.aborted) return { nextAt: now };
    const attempts = before + 1;
    const nextAt = now + Math.round(retryDelay(attempts, { retryAfter }));
    if (nextAt >= expiresAt) return { state: 'expired' as const, attempts, lastError: reason, doneAt: now };
    return { nextAt: this.#wakeAt(nextAt), attempts, lastError: reason };
  }

  #wakeAt(time: number): number {
    const wait = time - this.#deps.clock();
    if (wait < LEASE) setTimeout(() => this.wake(), wait).unref();
    return time;
  }
}
