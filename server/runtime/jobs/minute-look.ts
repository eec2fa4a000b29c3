import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#contracts/rules/time.ts';

/** Looked at at a time. */
const AT_ONCE = 4;
/** How much of its minute the look takes, and the longest pause between two, ms. */
const SPREAD_OVER = 45 * SECOND;
const LONGEST_GAP = SECOND / 4;

interface Deps<Ref> {
  /** Resolves once nothing is left to do for it. */
  lookAt: (ref: Ref) => Promise<void>;
  /** Asked at each turn: its owner may have passed to another engine meanwhile. */
  isOwn: (userId: string) => boolean;
}

/**
 * The minute's look at all that is open, evenly over most of the minute: what happens to one of them meanwhile, and what
 * people ask for, does not wait for the others.
 */
export class MinuteLook<Ref extends { userId: string }> {
  readonly #deps: Deps<Ref>;
  readonly #stopping = new AbortController();
  #isLooking = false;

  constructor(deps: Deps<Ref>) {
    this.#deps = deps;
  }

  /** Where the last look is not over, that one is enough. */
  async take(refs: readonly Ref[]): Promise<void> {
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
    await Promise.all(Array.from({ length: AT_ONCE }, inTurn)).finally(() => {
      this.#isLooking = false;
    });
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
