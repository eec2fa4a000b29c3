import { setTimeout as sleep } from 'node:timers/promises';
import type { Bot, NotificationDeps } from '../../deps.ts';
import type { ChatButton } from '../../telegram/telegram-api.ts';

/** Of the Bot API: longer ones are refused. */
const LONGEST = 4_000;
const TIME_OUT = 10_000;

export interface Reply {
  text: string;
  buttons?: readonly ChatButton[];
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Sends replies within the rate limits: one waits for its turn in each chat, and those behind it are dropped. */
export function replies({ api, pace, clock, log }: Bot & Pick<NotificationDeps, 'clock' | 'log'>) {
  const waiting = new Set<string>();

  async function send(chatId: string, { text, buttons }: Reply): Promise<void> {
    const [shown, signal] = [cut(text), AbortSignal.timeout(TIME_OUT)];
    const { outcome } = await (buttons
      ? api.ask(chatId, { text: shown, buttons }, signal)
      : api.send(chatId, shown, signal));
    if (outcome !== 'sent') log.info({ outcome }, 'telegram: an answer was not taken');
  }

  async function inTurn(chatId: string, reply: Reply): Promise<void> {
    for (let at = pace.ask(chatId, clock()); at > clock(); at = pace.ask(chatId, clock()))
      await sleep(at - clock(), undefined, { ref: false });
    await send(chatId, reply);
  }

  return async (chatId: string, reply: Reply): Promise<void> => {
    if (pace.ask(chatId, clock()) <= clock()) return send(chatId, reply);
    if (waiting.has(chatId)) return;
    waiting.add(chatId);
    // Not awaited: other chats are answered meanwhile.
    void inTurn(chatId, reply)
      .catch((error: unknown) => log.warn({ err: error }, 'telegram: an answer was not sent'))
      .finally(() => waiting.delete(chatId));
  };
}
