import { and, desc, eq, gt, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { sessions } from '../../../db/schema/accounts.ts';
import { pushSubscriptions } from '../../../db/schema/notifications.ts';

export interface SessionRow {
  id: string;
  userAgent: string;
  address: string;
  createdAt: number;
  usedAt: number;
}

/** A user's sessions. S-53: push subscriptions end with their session. */
export function sessionsStore(db: Db, owner: string) {
  const mine = eq(sessions.userId, owner);
  const { id, userAgent, address, createdAt, usedAt } = sessions;
  const { sessionId } = pushSubscriptions;
  const columns = { id, userAgent, address, createdAt, usedAt };
  const end = (which?: SQL, theirs?: SQL): Promise<SessionRow[]> =>
    db.transaction(async (tx) => {
      await tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, owner), theirs));
      return tx.delete(sessions).where(and(mine, which)).returning(columns);
    });
  return {
    /** The most recently used first. */
    open: (now: number): Promise<SessionRow[]> =>
      db
        .select(columns)
        .from(sessions)
        .where(and(mine, gt(sessions.expiresAt, now)))
        .orderBy(desc(usedAt), desc(id)),
    endOne: (one: string): Promise<SessionRow[]> => end(eq(id, one), eq(sessionId, one)),
    endOthers: (kept: string): Promise<SessionRow[]> => end(ne(id, kept), or(isNull(sessionId), ne(sessionId, kept))),
    endAll: (): Promise<SessionRow[]> => end(),
  };
}

/** All users with a session. */
export const sessionHolders = async (db: Db): Promise<string[]> =>
  (await db.selectDistinct({ userId: sessions.userId }).from(sessions)).map(({ userId }) => userId);
