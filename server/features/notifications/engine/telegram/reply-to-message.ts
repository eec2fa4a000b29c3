import { tokenHash } from '../../../../lib/token.ts';
import { chatsStore, ownChatStore } from '../../telegram/chats.store.ts';
import type { TelegramMessage } from '../../telegram/telegram-api.ts';
import type { Bot, NotificationDeps } from '../../deps.ts';

/** The bot's replies. */
const LINKED = 'Linked. The alerts that you send to Telegram come to this chat from now on. Write /stop to end that.';
const STOPPED = 'Stopped. This chat gets no more messages about your account.';
const NOT_LINKED = 'No account is linked with this chat.';
const PRIVATE_ONLY = 'Write to me in a private chat: your alerts are not sent where others can read them.';
const outdated = (account: string) => `This link is no longer valid. Create a new one: ${account}`;
const howTo = (account: string) =>
  `Alerts of Tandem come to this chat once it is linked. Press Link Telegram there: ${account}`;

const nameOf = ({ from }: TelegramMessage): string | null => (from?.username ? `@${from.username}` : null);

/** Handles a message to the bot and replies. */
export function replyToMessage(
  deps: Pick<NotificationDeps, 'db' | 'clock' | 'log' | 'audit'> & Bot & { accountPage: string },
) {
  const { db, clock, log, audit, api, pace, accountPage } = deps;
  const chats = chatsStore(db);

  async function start(message: TelegramMessage, code: string): Promise<string> {
    const chatId = String(message.chat.id);
    const userId = await chats.link({ tokenHash: tokenHash(code), chatId, now: clock() });
    if (userId) await audit.record(userId, 'telegram-linked', { account: nameOf(message) });
    // After a crash the same message is received again, when its code is already used.
    const isLinked = userId !== null || (await chats.owners(chatId)).length > 0;
    return isLinked ? LINKED : outdated(accountPage);
  }

  async function stop(chatId: string): Promise<string> {
    let stopped = false;
    for (const userId of await chats.owners(chatId)) {
      if (!(await ownChatStore(db, userId).unlink(chatId))) continue;
      await audit.record(userId, 'telegram-unlinked', { reason: 'stopped' });
      stopped = true;
    }
    return stopped ? STOPPED : NOT_LINKED;
  }

  async function act(message: TelegramMessage): Promise<string> {
    const [command, code] = (message.text ?? '').trim().split(/\s+/);
    if (message.chat.type !== 'private') return PRIVATE_ONLY;
    if (command === '/start' && code) return start(message, code);
    return command === '/stop' ? stop(String(message.chat.id)) : howTo(accountPage);
  }

  return async (message: TelegramMessage): Promise<void> => {
    const chatId = String(message.chat.id);
    const answer = await act(message);
    // Replies above the rate limit are dropped.
    if (pace.ask(chatId, clock()) > clock() && answer !== LINKED) return;
    const { outcome } = await api.send(chatId, answer, AbortSignal.timeout(10_000));
    if (outcome !== 'sent') log.info({ outcome }, 'telegram: an answer was not taken');
  };
}
