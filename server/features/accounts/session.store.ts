import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import { pushSubscriptions } from '../../db/schema/notifications.ts';

/** Sessions by their cookie. Not bound to an owner: these queries determine the owner. */
export function sessionStore(db: Db) {
  const personByToken = db
    .select({
      userId: users.userId,
      sessionId: sessions.id,
      email: users.email,
      username: users.username,
      telegram: users.telegram,
      iconIdx: users.iconIdx,
      provenAt: users.emailVerifiedAt,
      twoFactorEndsAt: users.twoFactorEndsAt,
      remember: sessions.remember,
      usedAt: sessions.usedAt,
      createdAt: sessions.createdAt,
      confirmedAt: sessions.confirmedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), gt(sessions.expiresAt, sql.placeholder('now'))))
    .prepare('person_by_token');
  return {
    async add(session: typeof sessions.$inferInsert): Promise<void> {
      await db.insert(sessions).values(session);
    },
    async find(tokenHash: Buffer, now: number) {
      const [found] = await personByToken.execute({ tokenHash, now });
      return found ?? null;
    },
    async use(tokenHash: Buffer, times: { usedAt: number; expiresAt: number }): Promise<void> {
      await db.update(sessions).set(times).where(eq(sessions.tokenHash, tokenHash));
    },
    /** Null when the session has ended. */
    async renew(tokenHash: Buffer, renewed: { tokenHash: Buffer; confirmedAt: number }) {
      const [session] = await db
        .update(sessions)
        .set(renewed)
        .where(eq(sessions.tokenHash, tokenHash))
        .returning({ remember: sessions.remember });
      return session ?? null;
    },
    async isAlive({ userId, id }: { userId: string; id: string }, now: number): Promise<boolean> {
      const isIt = and(eq(sessions.userId, userId), eq(sessions.id, id), gt(sessions.expiresAt, now));
      return (await db.select({ id: sessions.id }).from(sessions).where(isIt)).length > 0;
    },
    /** S-53: its push subscriptions end with it, or continue with the same user's next session in that browser. */
    end: (tokenHash: Buffer, next: { userId: string; id: string } | null): Promise<string | null> =>
      db.transaction(async (tx) => {
        const columns = { id: sessions.id, userId: sessions.userId };
        const [ended] = await tx.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning(columns);
        if (!ended) return null;
        const { userId, sessionId } = pushSubscriptions;
        const theirs = and(eq(userId, ended.userId), eq(sessionId, ended.id));
        if (next?.userId === ended.userId) await tx.update(pushSubscriptions).set({ sessionId: next.id }).where(theirs);
        else await tx.delete(pushSubscriptions).where(theirs);
        return ended.id;
      }),
  };
}
export type SessionStore = ReturnType<typeof sessionStore>;
