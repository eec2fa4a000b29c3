import { and, asc, count, eq, lt } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { passkeys } from '../../../db/schema/accounts.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** A user's passkeys. */
export function ownPasskeysStore(db: Db, owner: string) {
  const mine = eq(passkeys.userId, owner);
  return {
    all: (): Promise<PasskeyRow[]> => db.select().from(passkeys).where(mine).orderBy(asc(passkeys.createdAt)),
    async count(): Promise<number> {
      const [found] = await db.select({ of: count() }).from(passkeys).where(mine);
      return found?.of ?? 0;
    },
    /** False when it is registered already. */
    async add(row: Omit<PasskeyRow, 'userId' | 'usedAt'>): Promise<boolean> {
      const added = await db
        .insert(passkeys)
        .values({ ...row, userId: owner })
        .onConflictDoNothing()
        .returning();
      return added.length === 1;
    },
    /** Its name, or null when there is none. */
    async remove(id: string): Promise<string | null> {
      const [removed] = await db
        .delete(passkeys)
        .where(and(mine, eq(passkeys.id, id)))
        .returning({ name: passkeys.name });
      return removed?.name ?? null;
    },
  };
}

/** Passkeys of all users: a passkey determines its owner. */
export function passkeysStore(db: Db) {
  return {
    async find(id: string): Promise<PasskeyRow | null> {
      const [found] = await db.select().from(passkeys).where(eq(passkeys.id, id));
      return found ?? null;
    },
    /** False when its counter did not increase, which suggests a cloned passkey. Many authenticators always send 0. */
    async use(id: string, used: { counter: number; backedUp: boolean; usedAt: number }): Promise<boolean> {
      const isAhead = used.counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, used.counter);
      const updated = await db
        .update(passkeys)
        .set(used)
        .where(and(eq(passkeys.id, id), isAhead))
        .returning({ id: passkeys.id });
      return updated.length === 1;
    },
  };
}
