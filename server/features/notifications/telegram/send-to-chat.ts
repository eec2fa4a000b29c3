import type { Outcome } from '../../../runtime/jobs/outcome.ts';
import type { FileMessage } from './telegram-api.ts';
import type { Bot, NotificationDeps } from '../deps.ts';

export type ChatMessage = Pick<FileMessage, 'text'> & Partial<Pick<FileMessage, 'file'>>;
export type SendToChat = (chatId: string, message: ChatMessage, signal: AbortSignal) => Promise<Outcome>;

/** sends one message within the rate limits. */
export const chatSender =
  ({ api, pace, clock }: Bot & Pick<NotificationDeps, 'clock'>): SendToChat =>
  async (chatId, { text, file }, signal) => {
    const at = pace.ask(chatId, clock());
    if (at > clock()) return { outcome: 'turn', at };
    const outcome = await (file ? api.sendFile(chatId, { text, file }, signal) : api.send(chatId, text, signal));
    if (outcome.outcome === 'later') pace.suspend(chatId, clock() + outcome.retryAfter);
    return outcome;
  };
