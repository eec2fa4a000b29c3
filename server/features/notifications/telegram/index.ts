import { MINUTE } from '#contracts/rules/time.ts';
import type { TelegramLink } from '#contracts/telegram.ts';
import { Refusal } from '../../../lib/errors.ts';
import { inTime } from '../../../lib/in-time.ts';
import { qrImage } from '../../../lib/qr.ts';
import { newToken, tokenHash } from '../../../lib/token.ts';
import { addressesStore } from '../addresses.store.ts';
import { ownChatStore } from './chats.store.ts';
import type { TelegramApi } from './telegram-api.ts';
import type { Bot, NotificationDeps } from '../deps.ts';

/** S-42: the lifetime of a code, in ms. */
const CODE_LIFE = 15 * MINUTE;
/** F-27: how long a request waits for the bot's name, which is requested once. */
const PATIENCE = 3_000;

/** Links a user's chat with the site's bot, by a single-use code. */
export function createTelegram(
  deps: Pick<NotificationDeps, 'db' | 'clock' | 'log' | 'audit'> & { api: Bot['api'] | null },
) {
  const { db, clock, log, audit, api } = deps;
  let name: string | null = null;
  let asking: Promise<string | null> | null = null;

  /** Null when Telegram does not answer in time. */
  async function botName(from: TelegramApi): Promise<string | null> {
    if (name !== null) return name;
    asking ??= from
      .username()
      .then((found) => (name = found))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'telegram: the bot did not answer');
        return null;
      })
      .finally(() => (asking = null));
    return inTime(asking, PATIENCE);
  }

  async function status(userId: string): Promise<TelegramLink> {
    const linked = (await addressesStore(db, userId).chat()) !== null;
    const last = await audit.latest(userId, ['telegram-linked', 'telegram-unlinked']);
    const account = linked && typeof last?.details['account'] === 'string' ? last.details['account'] : null;
    const blockedAt = !linked && last?.details['reason'] === 'blocked' ? last.at : null;
    return { configured: api !== null, linked, account, blockedAt };
  }

  return {
    status,
    async link(userId: string) {
      if (!api) throw new Refusal('not-found', 'This site has no Telegram bot. Its operator can set one up.');
      const bot = await botName(api);
      if (!bot) {
        throw new Refusal('unavailable', 'Telegram does not answer at the moment. Try again in a minute.', {
          retryAfter: 60,
        });
      }
      const code = newToken();
      const createdAt = clock();
      const expiresAt = createdAt + CODE_LIFE;
      await ownChatStore(db, userId).setCode({ tokenHash: tokenHash(code), createdAt, expiresAt });
      const url = `https://t.me/${bot}?start=${code}`;
      return { url, bot: `@${bot}`, qr: qrImage(url), command: `/start ${code}`, expiresAt };
    },
    async unlink(userId: string): Promise<TelegramLink> {
      if (await ownChatStore(db, userId).unlink()) await audit.record(userId, 'telegram-unlinked');
      return status(userId);
    },
    /** no retries after the user blocked the bot. */
    async blocked(userId: string, chatId: string): Promise<void> {
      if (await ownChatStore(db, userId).unlink(chatId))
        await audit.record(userId, 'telegram-unlinked', { reason: 'blocked' });
    },
  };
}
