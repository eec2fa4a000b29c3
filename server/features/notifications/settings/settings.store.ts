import { and, eq, inArray } from 'drizzle-orm';
import type { QuietHours } from '#contracts/notifications.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { deliveries } from '../../../db/schema/notifications.ts';

const SETTINGS = {
  email: users.email,
  verifiedAt: users.emailVerifiedAt,
  byMail: users.alertsByMail,
  chat: users.telegramChatId,
  quietFrom: users.quietFrom,
  quietTo: users.quietTo,
  timeZone: users.timeZone,
};

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

interface Row {
  quietFrom: number | null;
  quietTo: number | null;
  timeZone: string | null;
}
const hoursOf = ({ quietFrom, quietTo, timeZone }: Row): QuietHours | null =>
  quietFrom === null || quietTo === null || timeZone === null
    ? null
    : { from: clockOf(quietFrom), to: clockOf(quietTo), timeZone };

/** Notification settings by user. */
export async function settingsOf(db: Db | Tx, people: readonly string[]) {
  const rows = await db
    .select({ userId: users.userId, ...SETTINGS })
    .from(users)
    .where(inArray(users.userId, [...people]));
  return new Map(
    rows.map((row) => {
      const settings = { byMail: row.byMail && row.verifiedAt !== null, quietHours: hoursOf(row) };
      return [row.userId, Object.assign(row, settings)];
    }),
  );
}
export type Settings = Awaited<ReturnType<typeof readSettings>> & object;

/** Null when there is no such account. */
export const readSettings = async (db: Db | Tx, userId: string) => (await settingsOf(db, [userId])).get(userId) ?? null;

export function settingsStore(db: Db, owner: string) {
  const me = eq(users.userId, owner);
  return {
    read: () => readSettings(db, owner),
    async setMail(on: boolean): Promise<void> {
      await db.update(users).set({ alertsByMail: on }).where(me);
    },
    /** Held messages are sent at `heldUntil`. */
    setQuietHours: (hours: QuietHours | null, heldUntil: { nextAt: number; expiresAt: number }): Promise<void> =>
      db.transaction(async (tx) => {
        const quiet = hours && { quietFrom: minutesOf(hours.from), quietTo: minutesOf(hours.to) };
        const none = { quietFrom: null, quietTo: null };
        await tx
          .update(users)
          .set({ ...(quiet ?? none), timeZone: hours?.timeZone ?? null })
          .where(me);
        const held = and(eq(deliveries.userId, owner), eq(deliveries.state, 'waiting'), eq(deliveries.held, true));
        await tx.update(deliveries).set(heldUntil).where(held);
      }),
  };
}
