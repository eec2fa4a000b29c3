import { and, count, desc, eq } from 'drizzle-orm';
import type { Db, DbOrTx, Tx } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { hooks, hookSignals } from '../../db/schema/hooks.ts';

export type HookRow = typeof hooks.$inferSelect;
export type NewHook = Omit<typeof hooks.$inferInsert, 'userId'>;
export type HookChange = Partial<
  Pick<
    HookRow,
    | 'template'
    | 'sealedSecret'
    | 'tokenHash'
    | 'oldTokenHash'
    | 'oldTokenUntil'
    | 'live'
    | 'paused'
    | 'told'
    | 'updatedAt'
  >
>;

/** The hook that an address names, of any owner: its token says whether the caller may know. */
export async function hookAt(db: Db, hookId: string): Promise<HookRow | null> {
  const [found] = await db.select().from(hooks).where(eq(hooks.id, hookId));
  return found ?? null;
}

/** A person's hooks. */
export function hooksStore(db: DbOrTx, owner: string) {
  const mine = eq(hooks.userId, owner);
  const one = (id: string) => and(mine, eq(hooks.id, id));
  return {
    all: (): Promise<HookRow[]> => db.select().from(hooks).where(mine).orderBy(desc(hooks.createdAt), desc(hooks.id)),
    async find(id: string): Promise<HookRow | null> {
      const [found] = await db.select().from(hooks).where(one(id));
      return found ?? null;
    },
    /** Null when the person has `most` already. Counted under a lock on the person's own account. */
    add: (hook: NewHook, most: number): Promise<HookRow | null> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const [held] = await tx.select({ count: count() }).from(hooks).where(mine);
        if ((held?.count ?? 0) >= most) return null;
        const [added] = await tx
          .insert(hooks)
          .values({ ...hook, userId: owner })
          .returning();
        return added ?? null;
      }),
    async change(id: string, change: HookChange): Promise<HookRow | null> {
      const [changed] = await db.update(hooks).set(change).where(one(id)).returning();
      return changed ?? null;
    },
    remove: (id: string): Promise<HookRow | null> =>
      db.transaction(async (tx) => {
        await tx.delete(hookSignals).where(and(eq(hookSignals.userId, owner), eq(hookSignals.hookId, id)));
        const [removed] = await tx.delete(hooks).where(one(id)).returning();
        return removed ?? null;
      }),
    /** One signal of a hook at a time is decided; null once the hook is gone. */
    locked: <T>(id: string, work: (tx: Tx, hook: HookRow) => Promise<T>): Promise<T | null> =>
      db.transaction(async (tx) => {
        const [hook] = await tx.select().from(hooks).where(one(id)).for('update');
        return hook ? work(tx, hook) : null;
      }),
  };
}
