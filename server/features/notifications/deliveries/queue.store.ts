import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { PushMessage } from '#contracts/push.ts';
import type { Tx } from '../../../db/database.ts';
import { sessions, users } from '../../../db/schema/accounts.ts';
import { deliveries, pushSubscriptions } from '../../../db/schema/notifications.ts';
import { newId } from '../../../lib/id.ts';
import type { UserMessage } from '../../../live/publish.ts';
import type { Letter } from '../../../mail/letter.ts';
import { forChannel } from './alert-messages.ts';
import { LONGEST_SESSION } from '../../accounts/index.ts';
import { FIRING_LIFETIME, NOTICE_LIFETIME } from '../lifetimes.ts';
import { browserId } from '../push/browser-id.ts';
import { localTime, quietUntil } from '../settings/quiet-hours.ts';
import { settingsOf, type Settings } from '../settings/settings.store.ts';

type NewDelivery = typeof deliveries.$inferInsert;
type To = Pick<NewDelivery, 'channel' | 'payload' | 'targetId'>;

export interface AlertDelivery {
  userId: string;
  firingId: string;
  now: number;
  live: UserMessage;
  /** `heldAt`: the user's local time where quiet hours hold the message. */
  push: (heldAt: string | null) => PushMessage;
  toTelegram: boolean;
}

export interface Notice {
  userId: string;
  now: number;
  push: PushMessage;
  mail: Letter;
  /** S-59: without any text that a user chose, for an unverified address. */
  plainMail: Letter;
  /** Also to the linked chat. */
  toTelegram: boolean;
  /** The browser that caused it. */
  exceptBrowser: string | null;
}

type Browsers = ReadonlyMap<string, readonly { id: string; endpoint: string }[]>;

/** S-53: a subscription ends with the last day that its session may live. */
async function browsersOf(tx: Tx, people: readonly string[], now: number): Promise<Browsers> {
  const { userId, id, endpoint, sessionId } = pushSubscriptions;
  const isItsSession = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  const browsers = await tx
    .select({ userId, id, endpoint })
    .from(pushSubscriptions)
    .leftJoin(sessions, isItsSession)
    .where(and(inArray(userId, [...people]), or(isNull(sessionId), gt(sessions.createdAt, now - LONGEST_SESSION))));
  return Map.groupBy(browsers, ({ userId: owner }) => owner);
}

const toBrowsers = (browsers: readonly { id: string }[] | undefined, payload: PushMessage): To[] =>
  (browsers ?? []).map(({ id }) => ({ channel: 'push', payload, targetId: id }));

async function write(tx: Tx, rows: Omit<NewDelivery, 'id'>[]): Promise<void> {
  await tx.insert(deliveries).values(rows.map((row) => ({ id: newId(), ...row })));
}

/** The recipients of one alert. A-13: in quiet hours only open pages; the others wait for the end. */
function noticesOf(alert: AlertDelivery, settings: Settings | undefined, browsers: Browsers) {
  const { userId, firingId, now, live, toTelegram } = alert;
  const hours = settings?.quietHours ?? null;
  const until = hours && quietUntil(hours, now);
  const push = alert.push(hours && until !== null ? localTime(now, hours.timeZone) : null);
  const payloadOf = (channel: keyof typeof forChannel) => (until === null ? forChannel[channel](push) : push);
  const nextAt = until ?? now;
  const common = { userId, firingId, createdAt: now };
  const outside: To[] = toBrowsers(browsers.get(userId), push);
  if (toTelegram && settings?.chat) outside.push({ channel: 'telegram', payload: payloadOf('telegram') });
  if (settings?.byMail) outside.push({ channel: 'mail', payload: payloadOf('mail') });
  const times = { nextAt, expiresAt: nextAt + FIRING_LIFETIME, held: until !== null };
  return [
    { ...common, channel: 'live' as const, payload: live, nextAt: now, expiresAt: now + FIRING_LIFETIME },
    ...outside.map((to) => Object.assign(to, common, times)),
  ];
}

/**
 * Queues deliveries within the transaction that records firings: to the user's open pages, push browsers, linked chat
 * and verified address.
 */
export async function queueAlertDeliveries(tx: Tx, alerts: readonly AlertDelivery[]): Promise<void> {
  const people = [...new Set(alerts.map(({ userId }) => userId))];
  const now = Math.min(...alerts.map((alert) => alert.now));
  const [settings, browsers] = [await settingsOf(tx, people), await browsersOf(tx, people, now)];
  await write(
    tx,
    alerts.flatMap((alert) => noticesOf(alert, settings.get(alert.userId), browsers)),
  );
}

interface Urgent {
  userId: string;
  now: number;
  live: UserMessage;
  push: PushMessage;
  /** No money is at risk: in quiet hours open pages alone show it. */
  isCalm?: boolean;
}

/** To every open page, push browser and the linked chat; quiet hours do not hold back what concerns money at risk. */
export async function queueUrgent(tx: Tx, { userId, now, live, push, isCalm = false }: Urgent): Promise<void> {
  const [settings, browsers] = [await settingsOf(tx, [userId]), await browsersOf(tx, [userId], now)];
  const own = settings.get(userId);
  const isQuiet = isCalm && own?.quietHours && quietUntil(own.quietHours, now) !== null;
  const outside: To[] = toBrowsers(browsers.get(userId), push);
  if (own?.chat) outside.push({ channel: 'telegram', payload: forChannel.telegram(push) });
  if (own?.byMail) outside.push({ channel: 'mail', payload: forChannel.mail(push) });
  const to: To[] = [{ channel: 'live', payload: live }, ...(isQuiet ? [] : outside)];
  const common = { userId, nextAt: now, expiresAt: now + FIRING_LIFETIME, createdAt: now };
  await write(
    tx,
    to.map((one) => Object.assign(one, common)),
  );
}

/** S-07: by mail and push, within the transaction of the event. */
export async function queueNotice(tx: Tx, notice: Notice): Promise<void> {
  const { userId, now, push, exceptBrowser } = notice;
  const columns = { provenAt: users.emailVerifiedAt, chat: users.telegramChatId };
  const [person] = await tx.select(columns).from(users).where(eq(users.userId, userId));
  const mail = (person?.provenAt ?? null) === null ? notice.plainMail : notice.mail;
  const common = { userId, nextAt: now, expiresAt: now + NOTICE_LIFETIME, createdAt: now };
  const browsers = (await browsersOf(tx, [userId], now)).get(userId) ?? [];
  const others = browsers.filter(({ endpoint }) => browserId(endpoint) !== exceptBrowser);
  const to: To[] = [{ channel: 'mail', payload: mail }, ...toBrowsers(others, push)];
  if (notice.toTelegram && person?.chat) to.push({ channel: 'telegram', payload: forChannel.telegram(push) });
  await write(
    tx,
    to.map((one) => Object.assign(one, common)),
  );
}
