import type { Clock } from '../../../lib/clock.ts';
import { newId } from '../../../lib/id.ts';
import type { Log } from '../../../lib/log.ts';
import { calledByNobody } from '../../../lib/request-context.ts';
import { type Outcome, retryDelay } from '../outcome.ts';
import type { Settlement } from './deliveries.store.ts';

/** Longer than any attempt, so that only the end of a worker loses a lease. */
const LEASE = 30_000;
const LOOK_EVERY = 2_000;

/** A queued message. */
interface Due {
  id: string;
  attempts: number;
  /** Epoch ms; dropped from then on. */
  expiresAt: number;
}

interface Taking {
  owner: string;
  now: number;
  leaseMs: number;
  most: number;
}

interface Deps<D extends Due> {
  /** The queue: leased rows, settled unless the lease was lost. */
  queue: {
    take: (taking: Taking) => Promise<D[]>;
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
  readonly #underWay = new Set<Promise<void>>();
  /** Concurrent deliveries that count. */
  #busy = 0;
  #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #lookAgain = false;

  constructor(deps: Deps<D>) {
    this.#deps = deps;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY);
    this.wake();
  }

  /** New messages are due. */
  wake(): void {
    if (this.#timer === null) return;
    this.#lookAgain = true;
    if (this.#looking) return;
    calledByNobody(() => this.#look()).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'deliveries: could not be read'),
    );
  }

  /** Deliveries in progress are aborted, and due again at once for the next worker. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    while (this.#looking) await new Promise((done) => setTimeout(done, 5));
    await Promise.all(this.#underWay);
  }

  async #look(): Promise<void> {
    const { atOnce, queue, parcelOf, clock } = this.#deps;
    this.#looking = true;
    try {
      while (this.#lookAgain && !this.#stopping.signal.aborted) {
        this.#lookAgain = false;
        const most = atOnce - this.#busy;
        if (most <= 0) return;
        const taken = await queue.take({ owner: this.#owner, now: clock(), leaseMs: LEASE, most });
        for (const parcel of Map.groupBy(taken, parcelOf).values()) this.#begin(parcel);
        if (taken.length >= most) this.#lookAgain = true;
      }
    } finally {
      this.#looking = false;
    }
  }

  #begin(parcel: D[]): void {
    const leave = this.#takePlace();
    const done = this.#deliver(parcel)
      .catch((error: unknown) => this.#deps.log.error({ err: error, delivery: parcel[0]?.id }, 'delivery failed'))
      .finally(() => {
        this.#underWay.delete(done);
        leave();
      });
    this.#underWay.add(done);
  }

  /** Occupies a slot until it is released or `patience` is over. */
  #takePlace(): () => void {
    const { patience } = this.#deps;
    let held = true;
    const leave = () => {
      clearTimeout(timer);
      if (held) this.#busy -= 1;
      held = false;
      this.wake();
    };
    const timer = patience === undefined ? undefined : setTimeout(leave, patience);
    this.#busy += 1;
    return leave;
  }

  async #deliver(parcel: D[]): Promise<void> {
    const { queue, clock, deliver } = this.#deps;
    const over = parcel.filter(({ expiresAt }) => expiresAt <= clock());
    for (const delivery of over) await queue.settle(delivery, { state: 'expired', doneAt: clock() });
    const [first, ...others] = parcel.filter((delivery) => !over.includes(delivery));
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
