import { and, count, desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { bots } from '../../db/schema/bots.ts';

export type BotRow = typeof bots.$inferSelect;
export type NewBot = Omit<typeof bots.$inferInsert, 'userId'>;
export type BotChange = Partial<
  Pick<BotRow, 'name' | 'plan' | 'stop' | 'startAt' | 'copyKeys' | 'notices' | 'updatedAt'>
>;

/** A person's bots. */
export function botsStore(db: Db, owner: string) {
  const mine = eq(bots.userId, owner);
  const one = (id: string) => and(mine, eq(bots.id, id));
  return {
    all: (): Promise<BotRow[]> => db.select().from(bots).where(mine).orderBy(desc(bots.createdAt), desc(bots.id)),
    async find(id: string): Promise<BotRow | null> {
      const [found] = await db.select().from(bots).where(one(id));
      return found ?? null;
    },
    /** Null when the person has `most` already. Counted under a lock on the person's own account. */
    add: (bot: NewBot, most: number): Promise<BotRow | null> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const [held] = await tx.select({ count: count() }).from(bots).where(mine);
        if ((held?.count ?? 0) >= most) return null;
        const [added] = await tx
          .insert(bots)
          .values({ ...bot, userId: owner })
          .returning();
        return added ?? null;
      }),
    async change(id: string, change: BotChange): Promise<BotRow | null> {
      const [changed] = await db.update(bots).set(change).where(one(id)).returning();
      return changed ?? null;
    },
  };
}
