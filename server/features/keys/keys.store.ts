import { and, asc, eq } from 'drizzle-orm';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { keys } from '../../db/schema/keys.ts';

export type KeyRow = typeof keys.$inferSelect;
export type NewKey = Omit<typeof keys.$inferInsert, 'userId' | 'active'>;

/** A person's keys. */
export function keysStore(db: Db, owner: string) {
  const mine = eq(keys.userId, owner);
  return {
    all: (): Promise<KeyRow[]> => db.select().from(keys).where(mine).orderBy(asc(keys.createdAt), asc(keys.id)),
    async active(market: Market): Promise<KeyRow | null> {
      const [key] = await db
        .select()
        .from(keys)
        .where(and(mine, eq(keys.market, market), eq(keys.active, true)));
      return key ?? null;
    },
    async byId(id: string): Promise<KeyRow | null> {
      const [key] = await db
        .select()
        .from(keys)
        .where(and(mine, eq(keys.id, id)));
      return key ?? null;
    },
    /**
     * Adds a key; the first of its market becomes the active main key. Counted under a lock on the person's own
     * account, so that two at once cannot pass the limit.
     */
    add: (key: NewKey, most: number): Promise<'added' | 'full' | 'duplicate'> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const held = await tx.select({ market: keys.market, active: keys.active }).from(keys).where(mine);
        if (held.length >= most) return 'full';
        const active = !held.some((other) => other.market === key.market && other.active);
        const added = await tx
          .insert(keys)
          .values({ ...key, userId: owner, active })
          .onConflictDoNothing()
          .returning({ id: keys.id });
        return added.length === 1 ? 'added' : 'duplicate';
      }),
  };
}
export type KeysStore = ReturnType<typeof keysStore>;
