import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import { withoutRequestContext } from '../../lib/request-context.ts';
import { UnderWay } from '../../lib/under-way.ts';
import type { Claim } from './claim.store.ts';
import { type Outcome, retryDelay } from './outcome.ts';

/** Longer than any attempt takes, so that a lease is lost only with its worker. */
const LEASE = 30_000;
const LOOK_EVERY = 2_000;
/** Until a result that the database did not take is written again. */
const PAUSE = 500;

/** A row that waits to be sent. */
export interface Job {
  id: string;
  attempts: number;
  /** Epoch ms; not worth sending from then on. */
  expiresAt: number;
}

/** What is written of a job after an attempt. */
export interface Settlement {
  state?: 'sent' | 'gone' | 'failed' | 'expired';
  attempts?: number;
  lastError?: string | null;
  nextAt?: number;
  doneAt?: number;
}

interface OutboxOptions<J extends Job> {
  /** Its jobs are claimed by lease, and settled unless the lease was lost. */
  queue: {
    claim: (claim: Claim) => Promise<J[]>;
    settle: (job: J, settlement: Settlement) => Promise<void>;
  };
  /** Jobs with the same batch are sent as one. */
  batchOf: (job: J) => string;
  send: (batch: readonly [J, ...J[]], signal: AbortSignal) => Promise<Outcome>;
  /** Batches under way at a time; one that takes longer than `patience`, in ms, does not count any more. */
  atOnce: number;
  patience?: number | undefined;
  /** Ms until the next attempt, after so many in vain and as long as was asked for; null once there were enough. */
  retryIn?: (attempts: number, asked: number) => number | null;
  clock: Clock;
  log: Log;
}

/** Claims what is due and sends it, at least once. */
export class OutboxWorker<J extends Job> {
  readonly #deps: OutboxOptions<J>;
  readonly #owner = newId();
  readonly #underWay = new UnderWay();
  /** The ids of jobs under way. */
  readonly #mine = new Set<string>();
  /** Batches under way that count. */
  #busy = 0;
  #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #lookAgain = false;

  constructor(deps: OutboxOptions<J>) {
    this.#deps = deps;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY);
    this.wake();
  }

  /** A job was added. */
  wake(): void {
    if (this.#timer === null) return;
    this.#lookAgain = true;
    if (this.#looking) return;
    withoutRequestContext(() => this.#look()).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'deliveries: could not be read'),
    );
  }

  /** Attempts under way are aborted; their jobs are due again at once, for the next worker. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    while (this.#looking) await new Promise((done) => setTimeout(done, 5));
    await this.#underWay.ended();
  }

  async #look(): Promise<void> {
    const { atOnce, queue, batchOf, clock } = this.#deps;
    this.#looking = true;
    try {
      while (this.#lookAgain && !this.#stopping.signal.aborted) {
        this.#lookAgain = false;
        const most = atOnce - this.#busy;
        if (most <= 0) return;
        const now = clock();
        const claimed = await queue.claim({ owner: this.#owner, now, until: now + LEASE, most, mine: [...this.#mine] });
        for (const batch of Map.groupBy(claimed, batchOf).values()) this.#begin(batch);
        if (claimed.length >= most) this.#lookAgain = true;
      }
    } finally {
      this.#looking = false;
    }
  }

  #begin(batch: J[]): void {
    const free = this.#takeSlot();
    for (const { id } of batch) this.#mine.add(id);
    const ended = () => {
      for (const { id } of batch) this.#mine.delete(id);
      free();
    };
    void this.#underWay.add(this.#send(batch).finally(ended), (error) =>
      this.#deps.log.error({ err: error, delivery: batch[0]?.id }, 'delivery failed'),
    );
  }

  /** Held until it is freed, or its patience is over. */
  #takeSlot(): () => void {
    const { patience } = this.#deps;
    let held = true;
    const free = () => {
      clearTimeout(timer);
      if (held) this.#busy -= 1;
      held = false;
      this.wake();
    };
    const timer = patience === undefined ? undefined : setTimeout(free, patience);
    this.#busy += 1;
    return free;
  }

  async #send(batch: J[]): Promise<void> {
    const { clock, send } = this.#deps;
    const expired = batch.filter(({ expiresAt }) => expiresAt <= clock());
    for (const job of expired) await this.#settle(job, { state: 'expired', doneAt: clock() });
    const [first, ...others] = batch.filter((job) => !expired.includes(job));
    if (!first) return;
    const outcome = await send([first, ...others], AbortSignal.any([this.#stopping.signal]));
    for (const job of [first, ...others]) await this.#settle(job, this.#settlement(job, outcome));
  }

  /** Written again until the database takes it: what was sent must not be sent once more. */
  async #settle(job: J, settlement: Settlement): Promise<void> {
    const { queue, log } = this.#deps;
    for (;;)
      try {
        return await queue.settle(job, settlement);
      } catch (error) {
        if (this.#stopping.signal.aborted) throw error;
        log.error({ err: error, delivery: job.id }, 'a result of a delivery was not written and is tried again');
        await sleep(PAUSE, null, { signal: this.#stopping.signal }).catch(() => null);
      }
  }

  #settlement(job: J, outcome: Outcome): Settlement {
    const now = this.#deps.clock();
    const attempts = job.attempts + 1;
    if (outcome.outcome === 'later') return this.#later(job, outcome);
    if (outcome.outcome === 'turn') return { nextAt: this.#wakeAt(outcome.at) };
    if (outcome.outcome === 'sent') return { state: 'sent', attempts, lastError: null, doneAt: now };
    return { state: outcome.outcome, attempts, lastError: outcome.reason, doneAt: now };
  }

  #later(
    { attempts: before, expiresAt }: J,
    { reason, retryAfter }: { reason: string; retryAfter: number },
  ): Settlement {
    const now = this.#deps.clock();
    // Aborted by our own stop: that was no attempt.
    if (this.#stopping.signal.aborted) return { nextAt: now };
    const attempts = before + 1;
    const { retryIn = (many, asked) => retryDelay(many, { retryAfter: asked }) } = this.#deps;
    const wait = retryIn(attempts, retryAfter);
    if (wait === null) return { state: 'failed', attempts, lastError: reason, doneAt: now };
    const nextAt = now + Math.round(wait);
    if (nextAt >= expiresAt) return { state: 'expired', attempts, lastError: reason, doneAt: now };
    return { nextAt: this.#wakeAt(nextAt), attempts, lastError: reason };
  }

  #wakeAt(time: number): number {
    const wait = time - this.#deps.clock();
    if (wait < LEASE) setTimeout(() => this.wake(), wait).unref();
    return time;
  }
}
