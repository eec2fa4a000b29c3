import type { Clock } from '../../../lib/clock.ts';
import type { RunRow } from '../runs/runs.store.ts';

type Run = Pick<RunRow, 'id' | 'createdAt'>;

/**
 * Levels of which this process knows the latest order. A database that was restored knows less than the exchange: of any
 * other level, an order is looked up before it is sent for the first time.
 */
export class SeenLevels {
  readonly #since: number;
  readonly #seen = new Map<string, Set<number>>();

  constructor(clock: Clock) {
    this.#since = clock();
  }

  has({ id, createdAt }: Run, level: number): boolean {
    return createdAt >= this.#since || (this.#seen.get(id)?.has(level) ?? false);
  }

  add(runId: string, level: number): void {
    const seen = this.#seen.get(runId) ?? new Set();
    this.#seen.set(runId, seen.add(level));
  }

  /** It is over. */
  forget(runId: string): void {
    this.#seen.delete(runId);
  }
}
