import { and, desc, eq, gt, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { apiTokens, sessions } from '../../../db/schema/accounts.ts';
import { pushSubscriptions } from '../../../db/schema/notifications.ts';

export interface SessionRow {
  id: string;
  userAgent: string;
  address: string;
  createdAt: number;
  usedAt: number;
}

/** What ended at once. */
export interface Ended {
  sessions: SessionRow[];
  tokens: { id: string }[];
}

/** A user's sessions. S-53: push subscriptions end with their session. */
export function sessionsStore(db: Db, owner: string) {
  const mine = eq(sessions.userId, owner);
  const { id, userAgent, address, createdAt, usedAt } = sessions;
  const { sessionId } = pushSubscriptions;
  const columns = { id, userAgent, address, createdAt, usedAt };
  const end = (which?: SQL, theirs?: SQL, tokens?: SQL): Promise<Ended> =>
    db.transaction(async (tx) => {
      await tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, owner), theirs));
      const ended = await tx
        .delete(apiTokens)
        .where(and(eq(apiTokens.userId, owner), tokens))
        .returning({ id: apiTokens.id });
      return { sessions: await tx.delete(sessions).where(and(mine, which)).returning(columns), tokens: ended };
    });
  return {
    /** The most recently used first. */
    open: (now: number): Promise<SessionRow[]> =>
      db
        .select(columns)
        .from(sessions)
        .where(and(mine, gt(sessions.expiresAt, now)))
        .orderBy(desc(usedAt), desc(id)),
    endOne: (one: string): Promise<Ended> => end(eq(id, one), eq(sessionId, one), sql`false`),
    /** API tokens as well. */
    endOthers: (kept: string): Promise<Ended> => end(ne(id, kept), or(isNull(sessionId), ne(sessionId, kept))),
    endAll: (): Promise<Ended> => end(),
  };
}

/** All users with a session or an API token. */
export const sessionHolders = async (db: Db): Promise<string[]> => {
  const bySession = db.select({ userId: sessions.userId }).from(sessions);
  const found = await bySession.union(db.select({ userId: apiTokens.userId }).from(apiTokens));
  return found.map(({ userId }) => userId);
};
