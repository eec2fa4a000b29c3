import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { prepared, within } from '../../db/prepared.ts';
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
    | 'isNotified'
    | 'updatedAt'
  >
>;

const given = sql.placeholder;

/** Of every signal. */
const statements = prepared((db) => {
  const named = eq(hooks.id, given('id'));
  const own = and(eq(hooks.userId, given('owner')), named);
  return {
    at: db.select().from(hooks).where(named).prepare('hook_at'),
    find: db.select().from(hooks).where(own).prepare('hook'),
    locked: db.select().from(hooks).where(own).for('update').prepare('hook_locked'),
  };
});

/** The hook that an address names, of any owner: its token says whether the caller may know. */
export async function hookAt(db: Db, hookId: string): Promise<HookRow | null> {
  const [found] = await statements(db).at.execute({ id: hookId });
  return found ?? null;
}

/** It takes no signals from the end of this transaction on. */
export async function pauseHook(tx: Tx, { userId, id }: Pick<HookRow, 'userId' | 'id'>, paused: string): Promise<void> {
  await tx
    .update(hooks)
    .set({ paused })
    .where(and(eq(hooks.userId, userId), eq(hooks.id, id)));
}

/** A person's hooks. */
export function hooksStore(db: Db, owner: string) {
  const mine = eq(hooks.userId, owner);
  const one = (id: string) => and(mine, eq(hooks.id, id));
  return {
    all: (): Promise<HookRow[]> => db.select().from(hooks).where(mine).orderBy(desc(hooks.createdAt), desc(hooks.id)),
    async find(id: string): Promise<HookRow | null> {
      const [found] = await statements(db).find.execute({ owner, id });
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
        const [hook] = await within(tx, statements(db).locked).execute({ owner, id });
        return hook ? work(tx, hook) : null;
      }),
  };
}
