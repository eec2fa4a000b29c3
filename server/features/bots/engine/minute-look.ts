import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#contracts/rules/time.ts';
import type { RunRef } from '../runs/runs.store.ts';

/** Runs that are looked at at a time. */
const AT_ONCE = 4;
/** How much of its minute the look takes, and the longest pause between two runs, ms. */
const SPREAD_OVER = 45 * SECOND;
const LONGEST_GAP = SECOND / 4;

interface Deps {
  /** Resolves once nothing is left to do for the run. */
  lookAt: (ref: RunRef) => Promise<void>;
  /** Asked at each run's turn: its owner may have passed to another engine meanwhile. */
  isOwn: (userId: string) => boolean;
}

/** The minute's look at all runs, evenly over most of the minute: what happens to a run meanwhile does not wait for the others. */
export class MinuteLook {
  readonly #deps: Deps;
  readonly #stopping = new AbortController();
  #isLooking = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Where the last look is not over, that one is enough. */
  async take(refs: readonly RunRef[]): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const began = performance.now();
    const gap = Math.min(LONGEST_GAP, SPREAD_OVER / refs.length);
    const left = refs.entries();
    const inTurn = async (): Promise<void> => {
      for (const [nth, ref] of left) {
        await this.#waitUntil(began + nth * gap);
        if (this.#stopping.signal.aborted) return;
        if (this.#deps.isOwn(ref.userId)) await this.#deps.lookAt(ref);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
    this.#isLooking = false;
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #waitUntil(at: number): Promise<void> {
    const { signal } = this.#stopping;
    // Rejects only at a stop.
    await sleep(Math.max(0, at - performance.now()), undefined, { signal }).catch(() => {});
  }
}
