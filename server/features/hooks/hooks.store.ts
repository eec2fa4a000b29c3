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

/** W-4: PostgreSQL counts this for each of the two locks that a signal may wait for; its answer takes a second at most. */
const bounded = sql`set_config('lock_timeout', '400ms', true) bounded`;

/** PostgreSQL's lock_not_available. */
const LOCK_TIMEOUT = '55P03';

/** Whether a signal would have waited for longer than that. */
export function isHookBusy(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === LOCK_TIMEOUT) return true;
  return false;
}

/** Of every signal. */
const statements = prepared((db) => {
  const named = eq(hooks.id, given('id'));
  const own = and(eq(hooks.userId, given('owner')), named);
  return {
    at: db.select().from(hooks).where(named).prepare('hook_at'),
    find: db.select().from(hooks).where(own).prepare('hook'),
    locked: db
      .select({ hook: hooks })
      .from(hooks)
      .innerJoin(bounded, sql`true`)
      .where(own)
      .for('update', { of: hooks })
      .prepare('hook_locked'),
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
    /** Null when the person has `most` already. */
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
    /** Work on one signal of a hook at a time; null once the hook is gone. */
    locked: <T>(id: string, work: (tx: Tx, hook: HookRow) => Promise<T>): Promise<T | null> =>
      db.transaction(async (tx) => {
        const [found] = await within(tx, statements(db).locked).execute({ owner, id });
        return found ? work(tx, found.hook) : null;
      }),
  };
}
