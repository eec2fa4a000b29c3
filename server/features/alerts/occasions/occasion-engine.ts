import { SECOND } from '#contracts/rules/time.ts';
import { Firer } from '../firing/fire-alerts.ts';
import { fireDue } from './clock-alerts.ts';
import type { OccasionDeps } from './occasion-deps.ts';
import { fireChanges, listingWatch } from './listing-alerts.ts';

/** K-8 wants a second at most. */
const CLOCK_EVERY = SECOND / 2;
/** Connections learn within a minute what trades and what is listed no more; this compares what they know. */
const LISTINGS_EVERY = 5 * SECOND;

/** Fires alerts on the clock and on listings, in one process of a site at a time. */
export class OccasionEngine {
  readonly #deps: OccasionDeps;
  #firer: Firer;
  #timers: NodeJS.Timeout[] = [];
  #working = new Map<string, Promise<void>>();
  #look: () => Promise<void>;

  constructor(deps: OccasionDeps) {
    this.#deps = deps;
    this.#firer = new Firer(deps);
    this.#look = listingWatch(deps);
  }

  start(): void {
    this.#firer = new Firer(this.#deps);
    this.#working = new Map();
    // Another process may have looked meanwhile.
    this.#look = listingWatch(this.#deps);
    this.#timers = [
      setInterval(() => void this.clock(), CLOCK_EVERY),
      setInterval(() => void this.listings(), LISTINGS_EVERY),
    ];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    const stopped = this.#firer.stop();
    await Promise.race([Promise.all(this.#working.values()), stopped]);
    await stopped;
  }

  /** A look at the clock. */
  clock(): Promise<void> {
    return this.#alone('clock', () => fireDue(this.#deps, this.#firer));
  }

  /** A look at the pairs. */
  listings(): Promise<void> {
    return this.#alone('listings', async () => {
      await this.#look();
      await fireChanges(this.#deps, this.#firer);
    });
  }

  /** Not before the last one is over. */
  #alone(name: string, work: () => Promise<void>): Promise<void> {
    const running = this.#working.get(name);
    if (running) return running;
    const started = work()
      .catch((error: unknown) => this.#deps.log.error({ err: error, name }, 'alerts on occasions were not looked at'))
      .finally(() => this.#working.delete(name));
    this.#working.set(name, started);
    return started;
  }
}
