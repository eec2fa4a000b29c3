import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#contracts/rules/time.ts';
import { retryDelay } from '../../../../runtime/jobs/outcome.ts';
import {
  faultOf,
  type TelegramApi,
  type TelegramFault,
  type TelegramMessage,
  type TelegramPress,
  type TelegramUpdate,
} from '../../telegram/telegram-api.ts';
import type { NotificationDeps } from '../../deps.ts';

/** Another process receives the messages (409): the first delay until this one tries to take over. */
const TAKE_OVER = 30 * SECOND;
/** A message that fails as often in a row is left out, so that others are answered. */
const MOST_TRIES = 5;

/** Ms before the next poll after so many failures in a row. */
export const pollDelay = ({ code, retryAfter }: TelegramFault, failures: number, random = Math.random): number =>
  retryDelay(failures, { retryAfter, min: code === 409 ? TAKE_OVER : SECOND, random });

interface ReceiverContext extends Pick<NotificationDeps, 'log'> {
  api: Pick<TelegramApi, 'updates'>;
  onMessage: (message: TelegramMessage) => Promise<void>;
  onPress: (press: TelegramPress) => Promise<void>;
  /** Ms before the next poll after so many failures in a row. */
  delay?: (fault: TelegramFault, failures: number) => number;
}

/** Long-polls Telegram for messages to the bot, and for presses of its buttons. */
export class TelegramReceiver {
  readonly #deps: ReceiverContext;
  #offset = 0;
  #failed = { id: -1, tries: 0 };
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

  /** The offset moves only past what was answered or left out: a failed message is received again. */
  async #receive(signal: AbortSignal): Promise<void> {
    for (const update of await this.#deps.api.updates(this.#offset, signal)) {
      await this.#answer(update);
      this.#offset = update.update_id + 1;
    }
  }

  async #answer({ update_id: id, message, callback_query: press }: TelegramUpdate): Promise<void> {
    const { onMessage, onPress, log } = this.#deps;
    try {
      if (message) await onMessage(message);
      if (press) await onPress(press);
    } catch (error) {
      this.#failed = { id, tries: this.#failed.id === id ? this.#failed.tries + 1 : 1 };
      if (this.#failed.tries < MOST_TRIES) throw error;
      log.error({ err: error, update: id }, 'telegram: a message could not be answered and is left out');
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const { log, delay = pollDelay } = this.#deps;
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
        await sleep(delay(fault, failures), undefined, { signal }).catch(() => {});
      }
    }
  }
}
