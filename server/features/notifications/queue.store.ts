import { eq } from 'drizzle-orm';
import type { PushMessage } from '#contracts/push.ts';
import type { Tx } from '../../db/client.ts';
import { deliveries, pushSubscriptions } from '../../db/schema/notifications.ts';
import { newId } from '../../lib/id.ts';
import type { UserMessage } from '../../live/publish.ts';
import type { Letter } from '../../mail/letter.ts';
import { forChannel } from './channels/alert-words.ts';
import { localTime, quietUntil } from './settings/quiet-hours.ts';
import { readSettings } from './settings/settings.store.ts';

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

type Common = Pick<NewDelivery, 'userId' | 'firingId' | 'nextAt' | 'expiresAt' | 'createdAt' | 'held'>;

async function browsersOf(tx: Tx, userId: string, payload: PushMessage): Promise<To[]> {
  const { userId: owner, id } = pushSubscriptions;
  const browsers = await tx.select({ id }).from(pushSubscriptions).where(eq(owner, userId));
  return browsers.map((browser) => ({ channel: 'push', payload, targetId: browser.id }));
}

async function write(tx: Tx, common: Common, to: To[]): Promise<void> {
  if (to.length === 0) return;
  await tx.insert(deliveries).values(to.map((one): NewDelivery => Object.assign({ id: newId() }, common, one)));
}

/**
 * Writes down, inside the transaction that records a firing, whom it must be told to: the person's open pages, each
 * browser with push, the linked chat and the confirmed address. The delivery worker takes them from there. A-13: in
 * quiet hours only the pages are told; the others wait for the end.
 */
export async function queueAlertDeliveries(tx: Tx, alert: AlertDelivery): Promise<void> {
  const { userId, firingId, now, live, toTelegram } = alert;
  const settings = await readSettings(tx, userId);
  const hours = settings?.quietHours ?? null;
  const until = hours && quietUntil(hours, now);
  const common = { userId, firingId, nextAt: now, expiresAt: now + FIRING_WORTH, createdAt: now };
  await write(tx, common, [{ channel: 'live', payload: live }]);
  const push = alert.push(hours && until !== null ? localTime(now, hours.timeZone) : null);
  const payloadOf = (channel: keyof typeof forChannel) => (until === null ? forChannel[channel](push) : push);
  const nextAt = until ?? now;
  await write(tx, { ...common, nextAt, expiresAt: nextAt + FIRING_WORTH, held: until !== null }, [
    ...(await browsersOf(tx, userId, push)),
    ...(toTelegram && settings?.chat ? [{ channel: 'telegram', payload: payloadOf('telegram') } as const] : []),
    ...(settings?.byMail ? [{ channel: 'mail', payload: payloadOf('mail') } as const] : []),
  ]);
}

/** S-07: by mail and to each browser, inside the transaction of what it is about. */
export async function queueNotice(tx: Tx, { userId, now, push, mail }: Notice): Promise<void> {
  const common = { userId, nextAt: now, expiresAt: now + NOTICE_WORTH, createdAt: now };
  await write(tx, common, [{ channel: 'mail', payload: mail }, ...(await browsersOf(tx, userId, push))]);
}
