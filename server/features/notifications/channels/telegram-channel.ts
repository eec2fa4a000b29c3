import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import type { Pace } from '../telegram/pace.ts';
import type { TelegramApi } from '../telegram/telegram-api.ts';
import type { Deliver } from './outcome.ts';

export interface TelegramText {
  text: string;
}

interface Needs {
  /** Null without a token. */
  api: TelegramApi | null;
  pace: Pace;
  clock: Clock;
  log: Log;
  chatOf: (userId: string) => Promise<string | null>;
  /** The person stopped the bot, or the chat is no more. */
  onBlocked: (userId: string, chatId: string) => Promise<void>;
}

/** To the chat that the person linked. */
export function telegramChannel({ api, pace, clock, log, chatOf, onBlocked }: Needs): Deliver {
  return async ({ userId, payload }, signal) => {
    if (!api) return { outcome: 'failed', reason: 'no bot is configured' };
    const chatId = await chatOf(userId);
    if (chatId === null) return { outcome: 'gone', reason: 'not linked' };
    const at = pace.ask(chatId, clock());
    if (at > clock()) return { outcome: 'turn', at };
    const outcome = await api.send(chatId, (payload as TelegramText).text, signal);
    if (outcome.outcome === 'later') pace.hold(chatId, clock() + outcome.retryAfter);
    if (outcome.outcome === 'gone') await onBlocked(userId, chatId);
    if (outcome.outcome === 'failed') log.error({ reason: outcome.reason }, 'telegram: the Bot API refuses us');
    return outcome;
  };
}
