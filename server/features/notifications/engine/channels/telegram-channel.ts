import type { ChatMessage, SendToChat } from '../../telegram/send-to-chat.ts';
import type { Deliver } from '../delivery-worker.ts';
import type { NotificationDeps } from '../../deps.ts';

interface LinkedChats extends Pick<NotificationDeps, 'log'> {
  /** Null without a token. */
  send: SendToChat | null;
  chatOf: (userId: string) => Promise<string | null>;
  /** The user blocked the bot, or the chat was deleted. */
  onBlocked: (userId: string, chatId: string) => Promise<void>;
}

/** To the linked chat. */
export function telegramChannel({ send, log, chatOf, onBlocked }: LinkedChats): Deliver {
  return async ({ userId, payload }, signal) => {
    if (!send) return { outcome: 'failed', reason: 'no bot is configured' };
    const chatId = await chatOf(userId);
    if (chatId === null) return { outcome: 'gone', reason: 'not linked' };
    const outcome = await send(chatId, payload as ChatMessage, signal);
    if (outcome.outcome === 'gone') await onBlocked(userId, chatId);
    if (outcome.outcome === 'failed') log.error({ reason: outcome.reason }, 'telegram: the Bot API refuses us');
    return outcome;
  };
}
