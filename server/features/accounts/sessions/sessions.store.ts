import { and, desc, eq, gt, ne, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { sessions } from '../../../db/schema/accounts.ts';

export interface SessionRow {
  id: string;
  userAgent: string;
  address: string;
  createdAt: number;
  usedAt: number;
}

/** A person's sessions. */
export function sessionsStore(db: Db, owner: string) {
  const mine = eq(sessions.userId, owner);
  const { id, userAgent, address, createdAt, usedAt } = sessions;
  const columns = { id, userAgent, address, createdAt, usedAt };
  const end = (which?: SQL): Promise<SessionRow[]> => db.delete(sessions).where(and(mine, which)).returning(columns);
  return {
    /** The latest used first. */
    open: (now: number): Promise<SessionRow[]> =>
      db
        .select(columns)
        .from(sessions)
        .where(and(mine, gt(sessions.expiresAt, now)))
        .orderBy(desc(usedAt), desc(id)),
    endOne: (one: string): Promise<SessionRow[]> => end(eq(id, one)),
    endOthers: (kept: string): Promise<SessionRow[]> => end(ne(id, kept)),
    endAll: (): Promise<SessionRow[]> => end(),
  };
}
