import { once } from 'node:events';
import { newId } from '../../../lib/id.ts';
import { type BlockRef, type PositionView, readView } from '../store/block-view.store.ts';
import { type PositionParts, PositionWorker } from './position-worker.ts';

/** A process that died leaves its blocks to the others after so long. */
export const LEASE_MS = 15_000;
/** A block that this server watches is looked at so often. */
const WATCH_EVERY_MS = 1000;
/** What was refused for a passing reason is looked at again after so long. */
const AGAIN_MS = 5000;

interface Running {
  /** Whose news has not been looked at yet: of these positions, or of the whole block. */
  news: Set<string> | 'all';
  told: PromiseWithResolvers<void>;
  done: Promise<void>;
}

const nameOf = ({ userId, blockId }: BlockRef): string => `${userId} ${blockId}`;

const isWaiting = ({ orders }: PositionView): boolean => orders.some(({ state }) => state === 'planned');

const hasNews = ({ news }: Running): boolean => news === 'all' || news.size > 0;

/** Works on blocks until nothing is left to do: one process a block at a time, every position of it by itself. */
export class BlockWorker {
  /** Who this process is in leases. */
  readonly owner = newId();
  readonly #parts: PositionParts;
  readonly #positions: PositionWorker;
  readonly #running = new Map<string, Running>();
  readonly #stopping = new AbortController();
  readonly #aborted = once(this.#stopping.signal, 'abort');

  constructor(parts: PositionParts) {
    this.#parts = parts;
    this.#positions = new PositionWorker(parts);
  }

  /** Something about a block, or one position of it, has changed: it is looked at once more, however often this is said. */
  poke(ref: BlockRef, positionId?: string): void {
    const busy = this.#running.get(nameOf(ref));
    if (!busy) {
      if (!this.#stopping.signal.aborted) this.#begin(ref);
      return;
    }
    if (positionId === undefined) busy.news = 'all';
    else if (busy.news !== 'all') busy.news.add(positionId);
    busy.told.resolve();
  }

  /** Nothing is done about a block before the returned function is called; what is asked for meanwhile is done then. */
  hold(ref: BlockRef): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held: Running = { news: new Set(), told: Promise.withResolvers(), done: promise };
    this.#running.set(nameOf(ref), held);
    return () => {
      this.#running.delete(nameOf(ref));
      resolve();
      if (hasNews(held)) this.poke(ref);
    };
  }

  /** When all that was asked for up to now is done. */
  async settled(ref: BlockRef): Promise<void> {
    const name = nameOf(ref);
    for (let busy = this.#running.get(name); busy; busy = this.#running.get(name)) await busy.done;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #begin(ref: BlockRef): void {
    const running: Running = { news: 'all', told: Promise.withResolvers(), done: Promise.resolve() };
    this.#running.set(nameOf(ref), running);
    running.done = this.#lead(ref, running)
      .catch((error: unknown) => this.#parts.log.error({ error, blockId: ref.blockId }, 'working on a block failed'))
      .finally(() => {
        this.#running.delete(nameOf(ref));
        if (hasNews(running)) this.poke(ref);
      });
  }

  /** Under a lease that is renewed; whatever is left brings the block back when it is due. */
  async #lead(ref: BlockRef, running: Running): Promise<void> {
    const { facts, clock, log } = this.#parts;
    const lease = () => ({ owner: this.owner, until: clock() + LEASE_MS });
    if (!(await facts.store.lease(ref, { ...lease(), now: clock() }))) {
      // Whoever has it sees the same news; it comes back here when it is due.
      running.news = new Set();
      return facts.store.makeDue(ref, clock() + LEASE_MS);
    }
    let dueAt: number | null = clock() + AGAIN_MS;
    const renewing = setInterval(() => {
      facts.store.renew(ref, lease()).catch((error: unknown) => log.error({ error }, 'a lease was not renewed'));
    }, LEASE_MS / 3);
    try {
      dueAt = await this.#workOn(ref, running);
    } finally {
      clearInterval(renewing);
      await facts.store.release(ref, { owner: this.owner, dueAt });
    }
  }

  /** Answers when it is to be looked at again, null when only news can change anything. */
  async #workOn(ref: BlockRef, running: Running): Promise<number | null> {
    const unsettled = await this.#settleAll(ref, running);
    const view = await readView(this.#parts.db, ref);
    if (!view?.block.open) return null;
    const watched = await Promise.all(view.positions.map((position) => this.#positions.isWatched(view, position)));
    const now = this.#parts.clock();
    if (watched.some(Boolean)) return now + WATCH_EVERY_MS;
    return unsettled.size > 0 ? now + AGAIN_MS : null;
  }

  /** Every position by itself: one whose exchange is slow to answer holds up no other. Answers whom to look at again. */
  async #settleAll(ref: BlockRef, running: Running): Promise<ReadonlySet<string>> {
    const { signal } = this.#stopping;
    const busy = new Map<string, Promise<void>>();
    const stale = new Set<string>();
    const unsettled = new Set<string>();
    const settle = async (id: string): Promise<void> => {
      while (stale.delete(id) && !signal.aborted) {
        const isUnsettled = await this.#settleSafely(ref, id);
        if (isUnsettled) unsettled.add(id);
        else unsettled.delete(id);
      }
      busy.delete(id);
    };
    while (busy.size > 0 || hasNews(running)) {
      if (signal.aborted) {
        await Promise.all(busy.values());
        break;
      }
      for (const id of await this.#newsOf(ref, running)) {
        stale.add(id);
        if (!busy.has(id)) busy.set(id, settle(id));
      }
      const isIdle = busy.size > 0 && !hasNews(running);
      if (isIdle) await Promise.race([...busy.values(), running.told.promise, this.#aborted]);
    }
    return unsettled;
  }

  /** The positions at work that something new is known of. */
  async #newsOf(ref: BlockRef, running: Running): Promise<string[]> {
    if (!hasNews(running)) return [];
    const { news } = running;
    running.news = new Set();
    running.told = Promise.withResolvers();
    const view = await readView(this.#parts.db, ref);
    const atWork = view?.positions.filter(({ row }) => row.endedAt === null) ?? [];
    // What becomes of the main key's entry is news to the copies that wait for it.
    return atWork.filter((each) => news === 'all' || news.has(each.id) || isWaiting(each)).map(({ id }) => id);
  }

  async #settleSafely(ref: BlockRef, id: string): Promise<boolean> {
    try {
      return await this.#positions.settle(ref, id, this.#stopping.signal);
    } catch (error) {
      this.#parts.log.error({ error, blockId: ref.blockId, positionId: id }, 'working on a position failed');
      return true;
    }
  }
}
