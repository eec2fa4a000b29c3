import type { NotificationSettings, QuietHours } from '#contracts/notifications.ts';
import { Refusal } from '../../../lib/errors.ts';
import { requireAddress } from '../../../lib/require-address.ts';
import { FIRING_LIFETIME } from '../lifetimes.ts';
import { quietUntil } from './quiet-hours.ts';
import { settingsStore } from './settings.store.ts';
import type { NotificationDeps } from '../deps.ts';

const WHY = 'Alerts go to addresses that are proven.';

/** A user's notification settings: e-mail and quiet hours. */
export function createSettings({ db, clock, wake }: Pick<NotificationDeps, 'db' | 'clock'> & { wake: () => void }) {
  async function rowOf(userId: string) {
    const row = await settingsStore(db, userId).read();
    if (!row) throw new Refusal('not-signed-in', 'Sign in first.');
    return row;
  }

  async function read(userId: string): Promise<NotificationSettings> {
    const { email, byMail, verifiedAt, quietHours } = await rowOf(userId);
    const verified = verifiedAt !== null;
    return {
      mail: { on: byMail, address: email, verified },
      quietHours,
      quietUntil: quietHours && quietUntil(quietHours, clock()),
    };
  }

  async function switchMail(userId: string, on: boolean): Promise<void> {
    requireAddress({ proven: !on || (await rowOf(userId)).verifiedAt !== null }, WHY);
    await settingsStore(db, userId).setMail(on);
  }

  async function setQuietHours(userId: string, hours: QuietHours | null): Promise<void> {
    const nextAt = (hours && quietUntil(hours, clock())) ?? clock();
    await settingsStore(db, userId).setQuietHours(hours, { nextAt, expiresAt: nextAt + FIRING_LIFETIME });
    wake();
  }

  return {
    read,
    async change(userId: string, { mail, quietHours }: { mail?: boolean; quietHours?: QuietHours | null }) {
      if (mail !== undefined) await switchMail(userId, mail);
      if (quietHours !== undefined) await setQuietHours(userId, quietHours);
      return { settings: await read(userId) };
    },
  };
}
