import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { sessions, users } from '../../db/schema/accounts.ts';

/** Sessions by what their cookies hold. Not bound to an owner: it is what finds out who the owner is. */
export function sessionStore(db: Db) {
  const personByToken = db
    .select({
      userId: users.userId,
      sessionId: sessions.id,
      email: users.email,
      username: users.username,
      telegram: users.telegram,
      iconIdx: users.iconIdx,
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
    /** Null when the session is over. */
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
    async end(tokenHash: Buffer): Promise<string | null> {
      const [ended] = await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ id: sessions.id });
      return ended?.id ?? null;
    },
  };
}
export type SessionStore = ReturnType<typeof sessionStore>;
