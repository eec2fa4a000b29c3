import { backoff } from '#contracts/rules/backoff.ts';
import type { Log } from '../../lib/log.ts';
import { pause, RETRY } from '../../runtime/price-triggers/market-feed.ts';

interface EditsDeps {
  log: Log;
  isRunning: () => boolean;
  /** Said of one that fails. */
  failure: string;
}

/** Changes of what an engine holds: one after the other, each again and again until it works or the engine stops. */
export class Edits {
  readonly #deps: EditsDeps;
  #last: Promise<void> = Promise.resolve();

  constructor(deps: EditsDeps) {
    this.#deps = deps;
  }

  add(change: () => Promise<void>): void {
    this.#last = this.#last.then(() => this.#untilDone(change));
  }

  /** All that were added until now are made. */
  idle(): Promise<void> {
    return this.#last;
  }

  async #untilDone(change: () => Promise<void>): Promise<void> {
    const { log, isRunning, failure } = this.#deps;
    for (let attempt = 0; isRunning(); attempt += 1) {
      try {
        return await change();
      } catch (error) {
        log.error({ err: error, attempt }, failure);
        await pause(backoff(attempt + 1, RETRY));
      }
    }
  }
}
