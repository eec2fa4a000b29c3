import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../../lib/id.ts';
import { type BlockRef, type PositionView, readView } from '../store/block-view.store.ts';
import { type BlockPosition, earlier, LATER_MS, type PositionDeps, PositionWorker } from './position-worker.ts';
import { LEASE_MS } from '../store/leases.store.ts';

/** Blocks that are looked at together, and how long the next ones wait for them, ms. */
const AT_ONCE = 50;
const PATIENCE = 2000;

interface Running {
  /** Pending updates: of these positions, or of the whole block. */
  news: Set<string> | 'all';
  /** The main key's position, as soon as it is known. */
  leader: string;
  reported: PromiseWithResolvers<void>;
  done: Promise<void>;
  /** Aborts once this process stops, or another one holds the block. */
  over: AbortController;
}

const begun = (done: Promise<void>): Running => ({
  news: 'all',
  leader: '',
  reported: Promise.withResolvers(),
  done,
  over: new AbortController(),
});

function end(running: Running): void {
  running.over.abort();
  running.reported.resolve();
}

const nameOf = ({ userId, blockId }: BlockRef): string => `${userId} ${blockId}`;

/** What becomes of the main key's entry is news to a copy that waits for it. */
const isWaiting = ({ orders }: PositionView): boolean => orders.some(({ state }) => state === 'planned');

const hasNews = ({ news }: Running): boolean => news === 'all' || news.size > 0;

/** Works on blocks until nothing is left to do: one process a block at a time, every position of it by itself. */
export class BlockWorker {
  /** The name of this process in leases. */
  readonly owner = newId();
  readonly #deps: PositionDeps;
  readonly #onIdle: (ref: BlockRef) => void;
  readonly #positions: PositionWorker;
  readonly #running = new Map<string, Running>();
  readonly #stopping = new AbortController();
  #isLooking = false;

  constructor(deps: PositionDeps, onIdle: (ref: BlockRef) => void = () => {}) {
    this.#deps = deps;
    this.#onIdle = onIdle;
    this.#positions = new PositionWorker(deps);
  }

  /** Something about a block, or one position of it, has changed: it is looked at once more, however often this is said. */
  schedule(ref: BlockRef, positionId?: string): void {
    const busy = this.#running.get(nameOf(ref));
    if (!busy) {
      if (!this.#stopping.signal.aborted) this.#begin(ref);
      return;
    }
    if (positionId === undefined) busy.news = 'all';
    else if (busy.news !== 'all') busy.news.add(positionId);
    busy.reported.resolve();
  }

  /**
   * Looks at all of these, some at a time: what people ask for meanwhile does not wait behind all of them. Nothing while
   * an earlier look is under way.
   */
  async lookAt(refs: readonly BlockRef[]): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    for (let from = 0; from < refs.length && !this.#stopping.signal.aborted; from += AT_ONCE) {
      const some = refs.slice(from, from + AT_ONCE);
      await Promise.all(some.map((ref) => this.lookAtOne(ref)));
    }
    this.#isLooking = false;
  }

  /** Resolves when nothing is left to do for it, or when the next ones need not wait for it. */
  async lookAtOne(ref: BlockRef): Promise<void> {
    this.schedule(ref);
    await this.idle(ref, PATIENCE);
  }

  /** Nothing is done about a block before the returned function is called; what is asked for meanwhile is done then. */
  suspend(ref: BlockRef): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held: Running = { ...begun(promise), news: new Set() };
    this.#running.set(nameOf(ref), held);
    return () => {
      this.#running.delete(nameOf(ref));
      resolve();
      if (hasNews(held)) this.schedule(ref);
    };
  }

  /** When all that was asked for up to now is done, or after so many ms. */
  async idle(ref: BlockRef, ms?: number): Promise<void> {
    if (ms === undefined) return this.#done(nameOf(ref));
    const late = new AbortController();
    await Promise.race([this.#done(nameOf(ref)), sleep(ms, undefined, { signal: late.signal }).catch(() => {})]);
    late.abort();
  }

  async #done(name: string): Promise<void> {
    for (let busy = this.#running.get(name); busy; busy = this.#running.get(name)) await busy.done;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const running of this.#running.values()) end(running);
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #begin(ref: BlockRef): void {
    const running = begun(Promise.resolve());
    this.#running.set(nameOf(ref), running);
    running.done = this.#lead(ref, running)
      .catch((error: unknown) => this.#deps.log.error({ error, blockId: ref.blockId }, 'working on a block failed'))
      .finally(() => {
        this.#running.delete(nameOf(ref));
        if (hasNews(running)) this.schedule(ref);
        else this.#onIdle(ref);
      });
  }

  /** Under a lease that is renewed; whatever is left brings the block back when it is due. */
  async #lead(ref: BlockRef, running: Running): Promise<void> {
    const { facts, clock, log } = this.#deps;
    if (!(await facts.store.lease(ref, { owner: this.owner, until: clock() + LEASE_MS, now: clock() }))) {
      // Its holder receives the same event; if that process has died, the block comes back here when the lease expires.
      running.news = new Set();
      return facts.store.dueAfterLease(ref);
    }
    let dueAt: number | null = clock() + LATER_MS;
    const renewing = setInterval(() => {
      this.#renew(ref, running).catch((error: unknown) => log.error({ error }, 'a lease was not renewed'));
    }, LEASE_MS / 3);
    try {
      dueAt = await this.#workOn(ref, running);
    } finally {
      clearInterval(renewing);
      running.over.abort();
      // What was begun by a process that ends is due at once for the next one.
      if (this.#stopping.signal.aborted) dueAt = clock();
      await facts.store.release(ref, { owner: this.owner, dueAt });
    }
  }

  /** M-16: what another process holds is left to it. */
  async #renew(ref: BlockRef, running: Running): Promise<void> {
    const { facts, clock, log } = this.#deps;
    const isOwn = await facts.store.renew(ref, { owner: this.owner, until: clock() + LEASE_MS });
    if (isOwn || running.over.signal.aborted) return;
    log.warn({ blockId: ref.blockId }, 'another process holds the block by now');
    end(running);
  }

  /** Answers when it is to be looked at again, null when only news can change anything. */
  async #workOn(ref: BlockRef, running: Running): Promise<number | null> {
    const again = await this.#settleAll(ref, running);
    return [...again.values()].reduce(earlier, null);
  }

  /** Every position by itself: one whose exchange is slow to answer holds up no other. Answers when each is looked at again. */
  async #settleAll(ref: BlockRef, running: Running): Promise<ReadonlyMap<string, number | null>> {
    const { signal } = running.over;
    const busy = new Map<string, Promise<void>>();
    const stale = new Map<string, BlockPosition | null>();
    const again = new Map<string, number | null>();
    const settle = async (id: string): Promise<void> => {
      for (let seen = stale.get(id); seen !== undefined && !signal.aborted; seen = stale.get(id)) {
        stale.delete(id);
        again.set(id, await this.#settleSafely(ref, id, { seen, signal }));
      }
      busy.delete(id);
    };
    while (busy.size > 0 || hasNews(running)) {
      if (signal.aborted) {
        await Promise.all(busy.values());
        break;
      }
      for (const [id, seen] of await this.#newsOf(ref, running)) {
        // A position that is being worked on is read again: this snapshot is old by then.
        stale.set(id, busy.has(id) ? null : seen);
        if (!busy.has(id)) busy.set(id, settle(id));
      }
      const isIdle = busy.size > 0 && !hasNews(running);
      if (isIdle) await Promise.race([...busy.values(), running.reported.promise]);
    }
    return again;
  }

  /** Positions with pending updates, and their last snapshot. */
  async #newsOf(ref: BlockRef, running: Running): Promise<[id: string, seen: BlockPosition | null][]> {
    if (!hasNews(running)) return [];
    const { news, leader } = running;
    running.news = new Set();
    running.reported = Promise.withResolvers();
    if (news !== 'all' && !news.has(leader)) return [...news].map((id) => [id, null]);
    const view = await readView(this.#deps.db, ref);
    if (!view) return [];
    running.leader = view.positions[0]?.id ?? '';
    const isNews = (position: PositionView) => news === 'all' || news.has(position.id) || isWaiting(position);
    const atWork = view.positions.filter((position) => position.row.endedAt === null && isNews(position));
    return atWork.map((position) => [position.id, { view, position }]);
  }

  async #settleSafely(
    ref: BlockRef,
    id: string,
    of: { signal: AbortSignal; seen: BlockPosition | null },
  ): Promise<number | null> {
    try {
      return await this.#positions.settle(ref, id, of);
    } catch (error) {
      this.#deps.log.error({ error, blockId: ref.blockId, positionId: id }, 'working on a position failed');
      return this.#deps.clock() + LATER_MS;
    }
  }
}
