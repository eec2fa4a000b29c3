import type { Log } from '../../../lib/log.ts';
import type { UnderWay } from '../../../lib/under-way.ts';

/** Work whose failure is logged, and stops nothing else. */
export class LoggedWork {
  readonly #log: Log;
  readonly #underWay: UnderWay;

  constructor(log: Log, underWay: UnderWay) {
    this.#log = log;
    this.#underWay = underWay;
  }

  /** Resolves when it has ended, also where it failed. */
  async safely(work: Promise<unknown>, what: string): Promise<void> {
    await work.catch((error: unknown) => this.#log.error({ error }, what));
  }

  /** Goes on by itself; stopping waits for it. */
  inBackground(work: Promise<void>, what: string): void {
    void this.#underWay.add(work, (error) => this.#log.error({ error }, what));
  }
}
