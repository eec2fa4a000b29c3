import { inArray } from 'drizzle-orm';
import type { PushMessage } from '#contracts/push.ts';
import type { Tx } from '../../../db/client.ts';
import { deliveries, pushSubscriptions } from '../../../db/schema/notifications.ts';
import { newId } from '../../../lib/id.ts';
import type { UserMessage } from '../../../live/publish.ts';
import type { Letter } from '../../../mail/letter.ts';
import { forChannel } from '../channels/alert-words.ts';
import { localTime, quietUntil } from '../settings/quiet-hours.ts';
import { settingsOf, type Settings } from '../settings/settings.store.ts';

type NewDelivery = typeof deliveries.$inferInsert;
type To = Pick<NewDelivery, 'channel' | 'payload' | 'targetId'>;

/** How long a firing is worth telling, and a notice, in ms. */
export const FIRING_WORTH = 3_600_000;
const NOTICE_WORTH = 24 * 3_600_000;

export interface AlertDelivery {
  userId: string;
  firingId: string;
  now: number;
  live: UserMessage;
  /** `heldAt`: what the person's clock shows, where their quiet hours hold it back. */
  push: (heldAt: string | null) => PushMessage;
  /** The alert asks for it. */
  toTelegram: boolean;
}

export interface Notice {
  userId: string;
  now: number;
  push: PushMessage;
  mail: Letter;
}

type Browsers = ReadonlyMap<string, readonly { id: string }[]>;

async function browsersOf(tx: Tx, people: readonly string[]): Promise<Browsers> {
  const { userId, id } = pushSubscriptions;
  const browsers = await tx
    .select({ userId, id })
    .from(pushSubscriptions)
    .where(inArray(userId, [...people]));
  return Map.groupBy(browsers, ({ userId: owner }) => owner);
}

const toBrowsers = (browsers: Browsers, userId: string, payload: PushMessage): To[] =>
  (browsers.get(userId) ?? []).map(({ id }) => ({ channel: 'push', payload, targetId: id }));

async function write(tx: Tx, rows: Omit<NewDelivery, 'id'>[]): Promise<void> {
  await tx.insert(deliveries).values(rows.map((row) => ({ id: newId(), ...row })));
}

/** Whom one alert must be told to. A-13: in quiet hours only the open pages; the others wait for the end. */
function tellingsOf(alert: AlertDelivery, settings: Settings | undefined, browsers: Browsers) {
  const { userId, firingId, now, live, toTelegram } = alert;
  const hours = settings?.quietHours ?? null;
  const until = hours && quietUntil(hours, now);
  const push = alert.push(hours && until !== null ? localTime(now, hours.timeZone) : null);
  const payloadOf = (channel: keyof typeof forChannel) => (until === null ? forChannel[channel](push) : push);
  const nextAt = until ?? now;
  const common = { userId, firingId, createdAt: now };
  const outside: To[] = toBrowsers(browsers, userId, push);
  if (toTelegram && settings?.chat) outside.push({ channel: 'telegram', payload: payloadOf('telegram') });
  if (settings?.byMail) outside.push({ channel: 'mail', payload: payloadOf('mail') });
  const times = { nextAt, expiresAt: nextAt + FIRING_WORTH, held: until !== null };
  return [
    { ...common, channel: 'live' as const, payload: live, nextAt: now, expiresAt: now + FIRING_WORTH },
    ...outside.map((to) => Object.assign(to, common, times)),
  ];
}

/**
 * Writes down, inside the transaction that records firings, whom they must be told to: the person's open pages, each
 * browser with push, the linked chat and the confirmed address. The delivery worker takes them from there.
 */
export async function queueAlertDeliveries(tx: Tx, alerts: readonly AlertDelivery[]): Promise<void> {
  const people = [...new Set(alerts.map(({ userId }) => userId))];
  const [settings, browsers] = [await settingsOf(tx, people), await browsersOf(tx, people)];
  await write(
    tx,
    alerts.flatMap((alert) => tellingsOf(alert, settings.get(alert.userId), browsers)),
  );
}

/** S-07: by mail and to each browser, inside the transaction of what it is about. */
export async function queueNotice(tx: Tx, { userId, now, push, mail }: Notice): Promise<void> {
  const common = { userId, nextAt: now, expiresAt: now + NOTICE_WORTH, createdAt: now };
  const browsers = await browsersOf(tx, [userId]);
  const to: To[] = [{ channel: 'mail', payload: mail }, ...toBrowsers(browsers, userId, push)];
  await write(
    tx,
    to.map((one) => Object.assign(one, common)),
  );
}
