import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#contracts/rules/time.ts';
import { retryDelay } from '../../../../runtime/jobs/outcome.ts';
import { faultOf, type TelegramFault, type TelegramMessage, type TelegramPress } from '../../telegram/telegram-api.ts';
import type { Bot, NotificationDeps } from '../../deps.ts';

/** Another process receives the messages (409): the first delay until this one tries to take over. */
const TAKE_OVER = 30 * SECOND;

/** Ms before the next poll after so many failures in a row. */
export const pollDelay = ({ code, retryAfter }: TelegramFault, failures: number, random = Math.random): number =>
  retryDelay(failures, { retryAfter, min: code === 409 ? TAKE_OVER : SECOND, random });

interface ReceiverContext extends Pick<Bot, 'api'>, Pick<NotificationDeps, 'log'> {
  onMessage: (message: TelegramMessage) => Promise<void>;
  onPress: (press: TelegramPress) => Promise<void>;
}

/** Long-polls Telegram for messages to the bot, and for presses of its buttons. */
export class TelegramReceiver {
  readonly #deps: ReceiverContext;
  #offset = 0;
  #stopping = new AbortController();
  #done: Promise<void> = Promise.resolve();

  constructor(deps: ReceiverContext) {
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

  /** The offset moves only past processed messages: a failed one is received again. */
  async #receive(signal: AbortSignal): Promise<void> {
    const { api, onMessage, onPress } = this.#deps;
    for (const { update_id: id, message, callback_query: press } of await api.updates(this.#offset, signal)) {
      if (message) await onMessage(message);
      if (press) await onPress(press);
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
        await sleep(pollDelay(fault, failures), undefined, { signal }).catch(() => {});
      }
    }
  }
}
