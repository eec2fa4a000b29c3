import { eq } from 'drizzle-orm';
import type { PushMessage } from '#contracts/push.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { deliveries, pushSubscriptions } from '../../db/schema/notifications.ts';
import { newId } from '../../lib/id.ts';
import type { UserMessage } from '../../live/publish.ts';
import type { Letter } from '../../mail/letter.ts';
import type { TelegramText } from './channels/telegram-channel.ts';

type NewDelivery = typeof deliveries.$inferInsert;
type To = Pick<NewDelivery, 'channel' | 'payload' | 'targetId'>;

/** How long a firing is worth telling, and a notice, in ms. */
const FIRING_WORTH = 3_600_000;
const NOTICE_WORTH = 24 * 3_600_000;

export interface AlertDelivery {
  userId: string;
  firingId: string;
  now: number;
  live: UserMessage;
  push: PushMessage;
  /** The alert asks for it. */
  toTelegram: boolean;
}

export interface Notice {
  userId: string;
  now: number;
  push: PushMessage;
  mail: Letter;
}

async function browsersOf(tx: Tx, userId: string, payload: PushMessage): Promise<To[]> {
  const { userId: owner, id } = pushSubscriptions;
  const browsers = await tx.select({ id }).from(pushSubscriptions).where(eq(owner, userId));
  return browsers.map((browser) => ({ channel: 'push', payload, targetId: browser.id }));
}

async function chatOf(tx: Tx, userId: string, { notification }: PushMessage): Promise<To[]> {
  const [user] = await tx.select({ chat: users.telegramChatId }).from(users).where(eq(users.userId, userId));
  if (!user?.chat) return [];
  const { title, body, navigate } = notification;
  const payload: TelegramText = { text: `${title}\n${body}\n${navigate}` };
  return [{ channel: 'telegram', payload }];
}

type Common = Pick<NewDelivery, 'userId' | 'firingId' | 'nextAt' | 'expiresAt' | 'createdAt'>;

async function write(tx: Tx, common: Common, to: To[]): Promise<void> {
  await tx.insert(deliveries).values(to.map((one): NewDelivery => Object.assign({ id: newId() }, common, one)));
}

/**
 * Writes down, inside the transaction that records a firing, whom it must be told to: the person's open pages, each
 * browser with push, and the linked chat. The delivery worker takes them from there.
 */
export async function queueAlertDeliveries(tx: Tx, alert: AlertDelivery): Promise<void> {
  const { userId, firingId, now, live, push, toTelegram } = alert;
  const common = { userId, firingId, nextAt: now, expiresAt: now + FIRING_WORTH, createdAt: now };
  await write(tx, common, [
    { channel: 'live', payload: live },
    ...(await browsersOf(tx, userId, push)),
    ...(toTelegram ? await chatOf(tx, userId, push) : []),
  ]);
}

/** S-07: by mail and to each browser, inside the transaction of what it is about. */
export async function queueNotice(tx: Tx, { userId, now, push, mail }: Notice): Promise<void> {
  const common = { userId, nextAt: now, expiresAt: now + NOTICE_WORTH, createdAt: now };
  await write(tx, common, [{ channel: 'mail', payload: mail }, ...(await browsersOf(tx, userId, push))]);
}
