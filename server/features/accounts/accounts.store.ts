import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';

export type NewUser = typeof users.$inferInsert;

/** Accounts. Not bound to an owner: it is what finds out who the owner is. */
export function accountsStore(db: Db) {
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
    async passwordHash(userId: string): Promise<string | null> {
      const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.userId, userId));
      return user?.hash ?? null;
    },
    async dataKey(userId: string): Promise<Buffer | null> {
      const [user] = await db.select({ dataKey: users.dataKey }).from(users).where(eq(users.userId, userId));
      return user?.dataKey ?? null;
    },
  };
}
export type AccountsStore = ReturnType<typeof accountsStore>;
