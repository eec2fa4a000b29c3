import { newId } from '../../../lib/id.ts';
import { type BlockRef, readView } from '../store/block-view.store.ts';
import { type PositionParts, PositionWorker } from './position-worker.ts';

/** A process that died leaves its blocks to the others after so long. */
export const LEASE_MS = 15_000;
/** A block that this server watches is looked at so often. */
const WATCH_EVERY_MS = 1000;
/** What was refused for a passing reason is looked at again after so long. */
const AGAIN_MS = 5000;

interface Running {
  again: boolean;
  done: Promise<void>;
}

const nameOf = ({ userId, blockId }: BlockRef): string => `${userId} ${blockId}`;

/** Works on blocks until nothing is left to do: one process a block at a time, every position of it by itself. */
export class BlockWorker {
  /** Who this process is in leases. */
  readonly owner = newId();
  readonly #parts: PositionParts;
  readonly #positions: PositionWorker;
  readonly #running = new Map<string, Running>();
  readonly #stopping = new AbortController();

  constructor(parts: PositionParts) {
    this.#parts = parts;
    this.#positions = new PositionWorker(parts);
  }

  /** Something about a block has changed: it is worked on at once, once more however often this is said meanwhile. */
  poke(ref: BlockRef): void {
    const busy = this.#running.get(nameOf(ref));
    if (busy) busy.again = true;
    else if (!this.#stopping.signal.aborted) this.#begin(ref);
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
    const running: Running = { again: false, done: Promise.resolve() };
    this.#running.set(nameOf(ref), running);
    running.done = this.#lead(ref, running)
      .catch((error: unknown) => this.#parts.log.error({ error, blockId: ref.blockId }, 'working on a block failed'))
      .finally(() => {
        this.#running.delete(nameOf(ref));
        if (running.again) this.poke(ref);
      });
  }

  /** Under a lease that is renewed; whatever is left brings the block back when it is due. */
  async #lead(ref: BlockRef, running: Running): Promise<void> {
    const { facts, clock, log } = this.#parts;
    const lease = () => ({ owner: this.owner, until: clock() + LEASE_MS });
    if (!(await facts.store.lease(ref, { ...lease(), now: clock() })))
      return facts.store.makeDue(ref, clock() + LEASE_MS);
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
    const { signal } = this.#stopping;
    let isUnsettled = false;
    do {
      running.again = false;
      const view = await readView(this.#parts.db, ref);
      const atWork = view?.positions.filter(({ row }) => row.endedAt === null) ?? [];
      const unsettled = await Promise.all(atWork.map(({ id }) => this.#positions.settle(ref, id, signal)));
      isUnsettled = unsettled.some(Boolean);
    } while (running.again && !signal.aborted);
    const view = await readView(this.#parts.db, ref);
    if (!view?.block.open) return null;
    const watched = await Promise.all(view.positions.map((position) => this.#positions.isWatched(view, position)));
    const now = this.#parts.clock();
    if (watched.some(Boolean)) return now + WATCH_EVERY_MS;
    return isUnsettled ? now + AGAIN_MS : null;
  }
}
