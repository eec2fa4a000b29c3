import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { sessions, users } from '../../db/schema/accounts.ts';

export type NewUser = typeof users.$inferInsert;
export type NewSession = typeof sessions.$inferInsert;

/** Accounts and sessions. Not bound to an owner: it is what finds out who the owner is. */
export function accountsStore(db: Db) {
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
    })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), gt(sessions.expiresAt, sql.placeholder('now'))))
    .prepare('person_by_token');
  return {
    /** False when the address already has an account. */
    async addUser(user: NewUser): Promise<boolean> {
      const added = await db.insert(users).values(user).onConflictDoNothing({ target: users.emailKey }).returning();
      return added.length === 1;
    },
    async anyUser(): Promise<boolean> {
      return (await db.select({ userId: users.userId }).from(users).limit(1)).length > 0;
    },
    async userByEmail(emailKey: string) {
      const [user] = await db.select().from(users).where(eq(users.emailKey, emailKey));
      return user ?? null;
    },
    async dataKey(userId: string): Promise<Buffer | null> {
      const [user] = await db.select({ dataKey: users.dataKey }).from(users).where(eq(users.userId, userId));
      return user?.dataKey ?? null;
    },
    async addSession(session: NewSession): Promise<void> {
      await db.insert(sessions).values(session);
    },
    async findSession(tokenHash: Buffer, now: number) {
      const [found] = await personByToken.execute({ tokenHash, now });
      return found ?? null;
    },
    async useSession(tokenHash: Buffer, times: { usedAt: number; expiresAt: number }): Promise<void> {
      await db.update(sessions).set(times).where(eq(sessions.tokenHash, tokenHash));
    },
    async endSession(tokenHash: Buffer): Promise<string | null> {
      const [ended] = await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ id: sessions.id });
      return ended?.id ?? null;
    },
  };
}
export type AccountsStore = ReturnType<typeof accountsStore>;
