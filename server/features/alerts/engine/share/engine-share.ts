import { hash } from 'node:crypto';
import type { Bus } from '../../../../lib/bus.ts';
import { newId } from '../../../../lib/id.ts';
import type { Log } from '../../../../lib/log.ts';
import type { EnginesStore } from './engines.store.ts';

/** a takeover within ten seconds, of which one is left to read what was missed. */
const LEASE = 9_000;
const RENEW_EVERY = 3_000;
const AGAIN_AFTER = 1_000;
/** On the bus: an engine came or went. */
const ENGINES_CHANGED = 'alert.engines';

interface Pair {
  market: string;
  symbol: string;
}
/** Whether this engine watches a pair. */
export type Part = (pair: Pair) => boolean;

/** Which pairs are this engine's. */
export interface Share {
  /** Answers with the part of now; `onChange` hears of every later one. */
  join(onChange: (part: Part) => void): Promise<Part>;
  leave(): Promise<void>;
}

/** Of the only engine. */
export const everything: Share = { join: async () => () => true, leave: async () => {} };

const weightOf = (engine: string, { market, symbol }: Pair): string => hash('sha1', `${engine}.${market}.${symbol}`);

/** Rendezvous hashing: all name the same engine, and one that comes or goes moves its own pairs alone. */
export const ownerOf = (engines: readonly string[], pair: Pair): string =>
  engines.reduce((best, engine) => (weightOf(engine, pair) > weightOf(best, pair) ? engine : best));

interface Deps {
  store: EnginesStore;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  log: Log;
}

/**
 * the pairs are divided over the engines that hold a lease in the database. While two do not know of each other yet
 * both watch a pair, which does no harm; when one dies, its lease runs out and its pairs pass to the others.
 */
export class EngineShare implements Share {
  readonly #deps: Deps;
  #id = newId();
  #engines = '';
  #joined = false;
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe = () => {};

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async join(onChange: (part: Part) => void): Promise<Part> {
    const { bus } = this.#deps;
    await this.leave();
    this.#id = newId();
    this.#joined = true;
    const { engines, again } = await this.#renew();
    this.#engines = engines.join();
    const look = () => {
      this.#looking = this.#looking.then(() => this.#look(onChange, look));
    };
    this.#unsubscribe = bus.subscribe(ENGINES_CHANGED, look);
    this.#timer = setTimeout(look, again);
    bus.publish(ENGINES_CHANGED, null);
    return this.#partOf(engines);
  }

  async leave(): Promise<void> {
    if (!this.#joined) return;
    this.#joined = false;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#looking;
    const { store, bus, log } = this.#deps;
    await store
      .release(this.#id)
      .catch((error: unknown) => log.error({ err: error }, 'alerts: a lease was not given back'));
    bus.publish(ENGINES_CHANGED, null);
  }

  /** While the database is away nothing changes: nobody else can take over then. */
  async #look(onChange: (part: Part) => void, next: () => void): Promise<void> {
    if (!this.#joined) return;
    clearTimeout(this.#timer);
    let wait = AGAIN_AFTER;
    try {
      const { engines, again } = await this.#renew();
      wait = again;
      const changed = engines.join() !== this.#engines;
      this.#engines = engines.join();
      if (changed) onChange(this.#partOf(engines));
    } catch (error) {
      this.#deps.log.error({ err: error }, 'alerts: the lease was not renewed');
    }
    if (this.#joined) this.#timer = setTimeout(next, wait);
  }

  /** Again in time to keep the lease, and as soon as another's may have run out. */
  async #renew(): Promise<{ engines: string[]; again: number }> {
    const others = await this.#deps.store.renew(this.#id, LEASE);
    const again = Math.min(RENEW_EVERY, ...others.map(({ left }) => left + 1));
    return { engines: [this.#id, ...others.map(({ id }) => id)].toSorted(), again };
  }

  #partOf(engines: readonly string[]): Part {
    const own = this.#id;
    return (pair) => ownerOf(engines, pair) === own;
  }
}
