import { and, eq, ne, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { apiTokens, oneTimeTokens, passkeys, sessions, users } from '../../../db/schema/accounts.ts';
import { pushSubscriptions } from '../../../db/schema/notifications.ts';
import { DEVICE, GOOGLE, listAccess, notOfSession, PASSKEY, TELEGRAM } from './list-access.store.ts';

/** What stays: the current session, and what the user chose to keep. */
export interface Kept {
  sessionId: string | null;
  /** Ids of other ways. */
  ways: readonly string[];
}

export interface Removed {
  /** Ids of the sessions and API tokens that ended. */
  ended: string[];
  /** The number of removed ways, sessions and API tokens. */
  count: number;
}

const idsOf = (ways: readonly string[], prefix: string): string[] =>
  ways.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));

const allBut = (column: Parameters<typeof notInArray>[0], ids: readonly string[]): SQL | undefined =>
  ids.length > 0 ? notInArray(sql`${column}::text`, [...ids]) : undefined;

/** What opens a user's account, or receives its notifications, besides the password. */
export function otherAccessStore(db: Db | Tx, owner: string) {
  const me = eq(users.userId, owner);
  const myDevices = eq(pushSubscriptions.userId, owner);
  const sessionsBut = (sessionId: string | null, which?: SQL) =>
    and(eq(sessions.userId, owner), sessionId === null ? undefined : ne(sessions.id, sessionId), which);

  async function removeLinks(ways: readonly string[]): Promise<void> {
    const set = {
      ...(ways.includes(GOOGLE) ? {} : { googleSubject: null }),
      ...(ways.includes(TELEGRAM) ? {} : { telegramChatId: null }),
      // A secret without a confirmed code.
      totpSecret: sql`case when ${users.totpSince} is null then null else ${users.totpSecret} end`,
    };
    await db.update(users).set(set).where(me);
    await db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, owner));
  }

  async function removeDevices(sessionId: string | null, kept: readonly string[]): Promise<void> {
    const others = and(myDevices, notOfSession(sessionId));
    await db.delete(pushSubscriptions).where(and(others, allBut(pushSubscriptions.id, kept)));
    await db.update(pushSubscriptions).set({ sessionId: null }).where(others);
  }

  return {
    /** All but those of the session that stays. */
    list: (sessionId: string | null) => listAccess(db, owner, sessionId),
    otherSessions: (sessionId: string | null, now: number): Promise<number> =>
      db.$count(sessions, sessionsBut(sessionId, sql`${sessions.expiresAt} > ${now}`)),
    /** Removes them, and pending ones. */
    async remove({ sessionId, ways }: Kept): Promise<Removed> {
      const before = await listAccess(db, owner, sessionId);
      await db.delete(passkeys).where(and(eq(passkeys.userId, owner), allBut(passkeys.id, idsOf(ways, PASSKEY))));
      await removeDevices(sessionId, idsOf(ways, DEVICE));
      await removeLinks(ways);
      const ended = await db.delete(sessions).where(sessionsBut(sessionId)).returning({ id: sessions.id });
      const tokens = await db.delete(apiTokens).where(eq(apiTokens.userId, owner)).returning({ id: apiTokens.id });
      const gone = before.filter(({ id }) => !ways.includes(id)).length;
      const closed = [...ended, ...tokens].map(({ id }) => id);
      return { ended: closed, count: gone + closed.length };
    },
  };
}
