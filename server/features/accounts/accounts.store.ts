import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { orderBlocks } from '../../db/schema/orders.ts';
import type { WrappedKey } from '../../lib/vault.ts';

export type NewUser = typeof users.$inferInsert;

/** Accounts. Not bound to an owner: these queries determine the owner. */
export function accountsStore(db: Db) {
  // Asked by every page.
  const firstBlock = db
    .select({ id: orderBlocks.id })
    .from(orderBlocks)
    .where(eq(orderBlocks.userId, sql.placeholder('userId')))
    .limit(1)
    .prepare('first_block');
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
    /** What opens the account besides passkeys; empty when it was deleted. */
    async credentials(userId: string) {
      const { passwordHash, googleSubject, totpSince } = users;
      const columns = { passwordHash, googleSubject, totpSince };
      const [found] = await db.select(columns).from(users).where(eq(users.userId, userId));
      return found ?? { passwordHash: null, googleSubject: null, totpSince: null };
    },
    /** Unless it was changed meanwhile. */
    async replaceHash(userId: string, { before, after }: { before: string; after: string }): Promise<void> {
      const unchanged = and(eq(users.userId, userId), eq(users.passwordHash, before));
      await db.update(users).set({ passwordHash: after }).where(unchanged);
    },
    /** Whether anything was ever ordered. */
    hasTraded: async (userId: string): Promise<boolean> => (await firstBlock.execute({ userId })).length > 0,
    async dataKey(userId: string): Promise<WrappedKey | null> {
      const { dataKey, masterKeyId } = users;
      const [user] = await db.select({ dataKey, masterKeyId }).from(users).where(eq(users.userId, userId));
      return user ?? null;
    },
  };
}
export type AccountsStore = ReturnType<typeof accountsStore>;
