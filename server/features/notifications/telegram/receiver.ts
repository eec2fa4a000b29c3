import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../lib/log.ts';
import { faultOf, type TelegramApi, type TelegramFault, type TelegramMessage } from './telegram-api.ts';

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 300_000;
/** Another process listens, which is as good: we look again now and then whether it still does. */
const OTHER_LISTENS = 30_000;

/** ms until it is worth asking again after so many failures in a row. */
export function pauseAfterFault({ code, retryAfter }: TelegramFault, failures: number, random = Math.random): number {
  const first = code === 409 ? OTHER_LISTENS : FIRST_PAUSE;
  const base = Math.min(LONGEST_PAUSE, first * 2 ** Math.min(failures - 1, 20));
  return Math.max(retryAfter, base + base * 0.3 * random());
}

interface Deps {
  api: TelegramApi;
  log: Log;
  onMessage: (message: TelegramMessage) => Promise<void>;
}

/** Asks Telegram for what was written to the bot. */
export class TelegramReceiver {
  readonly #deps: Deps;
  #offset = 0;
  #stopping = new AbortController();
  #done: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#done = this.#listen(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
  }

  /** One message that could not be worked on is heard again. */
  async #receive(signal: AbortSignal): Promise<void> {
    const { api, onMessage } = this.#deps;
    for (const { update_id: id, message } of await api.updates(this.#offset, signal)) {
      if (message) await onMessage(message);
      this.#offset = id + 1;
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const { log } = this.#deps;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#receive(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const fault = faultOf(error);
        log[fault.code === 409 ? 'info' : 'warn']({ err: error, failures }, 'telegram: messages could not be read');
        await sleep(pauseAfterFault(fault, failures), undefined, { signal }).catch(() => {});
      }
    }
  }
}
