import { tokenHash } from '../../../../lib/token.ts';
import type { Bot, NotificationDeps } from '../../deps.ts';
import type { ChatAnswers } from '../../telegram/chat-answers.ts';
import { chatsStore, ownChatStore } from '../../telegram/chats.store.ts';
import type { TelegramMessage, TelegramPress } from '../../telegram/telegram-api.ts';
import { replies, type Reply } from './replies.ts';
import { stopQuestion } from './stop-question.ts';

const LINKED =
  'Linked. The alerts that you send to Telegram come to this chat from now on. /help says what can be asked here, /unlink ends it.';
const UNLINKED = 'Unlinked. This chat gets no more messages about your account.';
const NOT_LINKED = 'No account is linked with this chat.';
const SEVERAL = 'Several accounts are linked with this chat, so nothing can be asked here. /unlink ends all of them.';
const PRIVATE_ONLY = 'Write to me in a private chat: your alerts are not sent where others can read them.';
const HELP = [
  'What can be asked here:',
  '/price XRP_USDT: the last price; without a pair, of all that you trade or watch',
  '/alerts: your active alerts, the nearest first',
  '/blocks: your open order blocks',
  '/bots: your active bots',
  '/stop: stops your bots, once you have confirmed it',
  '/unlink: ends messages to this chat',
].join('\n');
const outdated = (account: string) => `This link is no longer valid. Create a new one: ${account}`;
const howTo = (account: string) =>
  `Alerts of Tandem come to this chat once it is linked. Press Link Telegram there: ${account}`;

const nameOf = ({ from }: TelegramMessage): string | null => (from?.username ? `@${from.username}` : null);

interface Asked {
  userId: string;
  chatId: string;
  /** What follows the command. */
  words: string;
}

type Deps = Pick<NotificationDeps, 'db' | 'clock' | 'log' | 'audit'> &
  Bot & { accountPage: string; answers: ChatAnswers };

/** Handles messages to the bot, and presses of its buttons. */
export function replyToMessage(deps: Deps) {
  const { db, clock, audit, api, accountPage, answers } = deps;
  const chats = chatsStore(db);
  const reply = replies(deps);
  const stop = stopQuestion(deps);

  async function start(message: TelegramMessage, code: string): Promise<string> {
    const chatId = String(message.chat.id);
    const userId = await chats.link({ tokenHash: tokenHash(code), chatId, now: clock() });
    if (userId) await audit.record(userId, 'telegram-linked', { account: nameOf(message) });
    // After a crash the same message is received again, when its code is already used.
    const isLinked = userId !== null || (await chats.owners(chatId)).length > 0;
    return isLinked ? LINKED : outdated(accountPage);
  }

  async function unlink(chatId: string): Promise<string> {
    let unlinked = false;
    for (const userId of await chats.owners(chatId)) {
      if (!(await ownChatStore(db, userId).unlink(chatId))) continue;
      await audit.record(userId, 'telegram-unlinked', { reason: 'asked' });
      unlinked = true;
    }
    return unlinked ? UNLINKED : NOT_LINKED;
  }

  const commands: Record<string, (asked: Asked) => Promise<Reply>> = {
    '/price': async ({ userId, words }) => ({ text: await answers.prices(userId, words || null) }),
    '/alerts': async ({ userId }) => ({ text: await answers.alerts(userId) }),
    '/blocks': async ({ userId }) => ({ text: await answers.blocks(userId) }),
    '/bots': async ({ userId }) => ({ text: await answers.bots(userId) }),
    '/stop': ({ userId, chatId }) => stop.ask(userId, chatId),
  };

  async function act(message: TelegramMessage): Promise<Reply> {
    const [command = '', ...rest] = (message.text ?? '').trim().split(/\s+/);
    const words = rest.join(' ');
    if (message.chat.type !== 'private') return { text: PRIVATE_ONLY };
    if (command === '/start' && words) return { text: await start(message, words) };
    const chatId = String(message.chat.id);
    if (command === '/unlink') return { text: await unlink(chatId) };
    const [userId, another] = await chats.owners(chatId);
    if (userId === undefined) return { text: howTo(accountPage) };
    if (another !== undefined) return { text: SEVERAL };
    return Object.hasOwn(commands, command)
      ? (commands[command]?.({ userId, chatId, words }) ?? { text: HELP })
      : { text: HELP };
  }

  return {
    onMessage: async (message: TelegramMessage): Promise<void> => reply(String(message.chat.id), await act(message)),
    /** Only in the private chat of the one person whom the question was asked. */
    async onPress({ id, from, message, data = '' }: TelegramPress): Promise<void> {
      const chatId = String(message?.chat.id ?? '');
      const [userId, another] = chatId === String(from.id) ? await chats.owners(chatId) : [];
      if (userId === undefined || another !== undefined || !message) return api.answerPress(id, NOT_LINKED);
      const [choice = '', code = ''] = data.split(' ');
      const { note, change } = await stop.answer({ userId, chatId, choice, code });
      await api.answerPress(id, note);
      if (change !== null) await api.change(chatId, message.message_id, change);
    },
  };
}
