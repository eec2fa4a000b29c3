import { hash } from 'node:crypto';
import { newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import type { Bus } from '../bus/bus.ts';
import type { LeasesStore } from './leases.store.ts';

/** a takeover takes ten seconds at most; what was missed is read in the second half. */
const LEASE = 5_000;
const RENEW_EVERY = 1_500;
const RETRY_AFTER = 1_000;

/** Whether a name (of a pair, of a key) belongs to this process. */
export type IsOwn = (name: string) => boolean;

/** The names that this process works on. */
export interface Partition {
  /** Resolves with the current partition; `onChange` receives every later one. */
  join(onChange: (isOwn: IsOwn) => void): Promise<IsOwn>;
  leave(): Promise<void>;
}

/** Of a process that is alone. */
export const ownsAll: IsOwn = () => true;
export const wholePartition: Partition = { join: async () => ownsAll, leave: async () => {} };

const weightOf = (member: string, name: string): string => hash('sha1', `${member}.${name}`);

/** Rendezvous hashing: every process names the same owner, and a member that joins or leaves moves only its own names. */
export const ownerOf = (members: readonly string[], name: string): string =>
  members.reduce((best, member) => (weightOf(member, name) > weightOf(best, name) ? member : best));

interface PartitionOptions {
  /** Processes with the same scope divide the names among them. */
  scope: string;
  store: Pick<LeasesStore, 'acquire' | 'others' | 'release'>;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  log: Log;
}

/**
 * names are divided over the processes that hold a lease in the scope. Until two processes know of each other both
 * work on a name; when one dies, its lease expires and its names pass to the others.
 */
export class SharedPartition implements Partition {
  readonly #deps: PartitionOptions;
  readonly #subject: string;
  #id = newId();
  #members = '';
  #joined = false;
  #refreshing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe = () => {};

  constructor(deps: PartitionOptions) {
    this.#deps = deps;
    this.#subject = `leases.${deps.scope}`;
  }

  async join(onChange: (isOwn: IsOwn) => void): Promise<IsOwn> {
    const { bus } = this.#deps;
    await this.leave();
    this.#id = newId();
    this.#joined = true;
    const { members, renewIn } = await this.#renew();
    this.#members = members.join();
    const refresh = () => {
      this.#refreshing = this.#refreshing.then(() => this.#refresh(onChange, refresh));
    };
    this.#unsubscribe = bus.subscribe(this.#subject, refresh);
    this.#timer = setTimeout(refresh, renewIn);
    bus.publish(this.#subject, null);
    return this.#ownOf(members);
  }

  async leave(): Promise<void> {
    if (!this.#joined) return;
    this.#joined = false;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#refreshing;
    const { scope, store, bus, log } = this.#deps;
    await store
      .release({ scope, name: this.#id, holder: this.#id })
      .catch((error: unknown) => log.error({ err: error, scope }, 'leases: a lease was not released'));
    bus.publish(this.#subject, null);
  }

  /** While the database is away nothing changes: no other process can take over then. */
  async #refresh(onChange: (isOwn: IsOwn) => void, next: () => void): Promise<void> {
    if (!this.#joined) return;
    clearTimeout(this.#timer);
    let wait = RETRY_AFTER;
    try {
      const { members, renewIn } = await this.#renew();
      wait = renewIn;
      const changed = members.join() !== this.#members;
      this.#members = members.join();
      if (changed) onChange(this.#ownOf(members));
    } catch (error) {
      this.#deps.log.error({ err: error, scope: this.#deps.scope }, 'leases: a lease was not renewed');
    }
    if (this.#joined) this.#timer = setTimeout(next, wait);
  }

  /** The next renewal is in time to keep the own lease, and right after another's may have expired. */
  async #renew(): Promise<{ members: string[]; renewIn: number }> {
    const { scope, store } = this.#deps;
    const own = { scope, name: this.#id };
    await store.acquire({ ...own, holder: this.#id, ms: LEASE });
    const others = await store.others(own);
    const renewIn = Math.min(RENEW_EVERY, ...others.map(({ left }) => left + 1));
    return { members: [this.#id, ...others.map(({ holder }) => holder)].toSorted(), renewIn };
  }

  #ownOf(members: readonly string[]): IsOwn {
    const own = this.#id;
    return (name) => ownerOf(members, name) === own;
  }
}
