import { and, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';

/** Links between Google accounts and accounts. Not bound to an owner: these queries determine the owner. */
export function googleStore(db: Db) {
  const others = alias(users, 'others');
  return {
    async bySubject(subject: string): Promise<{ userId: string } | null> {
      const [user] = await db.select({ userId: users.userId }).from(users).where(eq(users.googleSubject, subject));
      return user ?? null;
    },
    /** False when either is linked already. */
    async link(userId: string, subject: string): Promise<boolean> {
      const taken = db
        .select({ one: sql`1` })
        .from(others)
        .where(eq(others.googleSubject, subject));
      const isFree = and(eq(users.userId, userId), isNull(users.googleSubject), notExists(taken));
      const set = { googleSubject: subject };
      return (await db.update(users).set(set).where(isFree).returning({ userId: users.userId })).length === 1;
    },
    /** False when there was no link. */
    async unlink(userId: string): Promise<boolean> {
      const isLinked = and(eq(users.userId, userId), isNotNull(users.googleSubject));
      const unlinked = await db
        .update(users)
        .set({ googleSubject: null })
        .where(isLinked)
        .returning({ userId: users.userId });
      return unlinked.length === 1;
    },
  };
}
export type GoogleStore = ReturnType<typeof googleStore>;
