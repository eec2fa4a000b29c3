import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import { pushSubscriptions } from '../../db/schema/notifications.ts';
import { gathered } from '../../lib/gathered.ts';

/** By the hex form of their token's hash, with their people. Every call asks for its own: those of a turn share a statement. */
function sessionsByToken(db: Db) {
  const peopleByToken = db
    .select({
      token: sql<string>`encode(${sessions.tokenHash}, 'hex')`,
      expiresAt: sessions.expiresAt,
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
    .where(
      sql`${sessions.tokenHash} = any(array(select decode(token, 'hex') from unnest(${sql.placeholder('tokens')}::text[]) token))`,
    )
    .prepare('people_by_token');
  return gathered(async (tokens: readonly string[]) => {
    const found = await peopleByToken.execute({ tokens });
    const sessionOf = new Map(found.map(({ token, ...session }) => [token, session]));
    return tokens.map((token) => sessionOf.get(token) ?? null);
  });
}

/** Sessions by their cookie. Not bound to an owner: these queries determine the owner. */
export function sessionStore(db: Db) {
  const findByToken = sessionsByToken(db);
  return {
    async add(session: typeof sessions.$inferInsert): Promise<void> {
      await db.insert(sessions).values(session);
    },
    async find(tokenHash: Buffer, now: number) {
      const found = await findByToken(tokenHash.toString('hex'));
      if (!found || found.expiresAt <= now) return null;
      const { expiresAt: _, ...session } = found;
      return session;
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
