import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { users } from '../../db/schema/accounts.ts';
import { keys } from '../../db/schema/keys.ts';

export type KeyRow = typeof keys.$inferSelect;
export type NewKey = Omit<typeof keys.$inferInsert, 'userId' | 'active'>;

/** Needed for every order. */
const reads = prepared((db) => {
  const where = (condition?: SQL) =>
    db
      .select()
      .from(keys)
      .where(and(eq(keys.userId, sql.placeholder('owner')), isNull(keys.deletedAt), condition))
      .orderBy(asc(keys.createdAt), asc(keys.id));
  return {
    all: where().prepare('all_keys'),
    active: where(sql`${eq(keys.market, sql.placeholder('market'))} and ${keys.active}`).prepare('active_key'),
    byIds: where(sql`${keys.id} = any(${sql.placeholder('ids')}::uuid[])`).prepare('keys_by_id'),
    copies: where(eq(keys.mainKeyId, sql.placeholder('mainKeyId'))).prepare('copy_keys'),
  };
});

/** A user's keys. */
export function keysStore(db: Db, owner: string) {
  const mine = and(eq(keys.userId, owner), isNull(keys.deletedAt));
  return {
    /** Oldest first. */
    all: (): Promise<KeyRow[]> => reads(db).all.execute({ owner }),
    async active(market: Market): Promise<KeyRow | null> {
      const [key] = await reads(db).active.execute({ owner, market });
      return key ?? null;
    },
    async byId(id: string): Promise<KeyRow | null> {
      const [key] = await reads(db).byIds.execute({ owner, ids: [id] });
      return key ?? null;
    },
    byIds: (ids: readonly string[]): Promise<KeyRow[]> => reads(db).byIds.execute({ owner, ids }),
    /** Oldest first. */
    copies: (mainKeyId: string): Promise<KeyRow[]> => reads(db).copies.execute({ owner, mainKeyId }),
    /** False when it is not a copy key of that main key. */
    async sizeCopy(copy: { mainKeyId: string; id: string }, rule: Pick<KeyRow, 'multiplier' | 'ceiling' | 'fixed'>) {
      const isCopy = and(mine, eq(keys.id, copy.id), eq(keys.mainKeyId, copy.mainKeyId));
      return (await db.update(keys).set(rule).where(isCopy).returning({ id: keys.id })).length === 1;
    },
    /** False when it is not a main key of this user. The start is kept where it is on already. */
    async repeatOutside(mainKeyId: string, { repeats, now }: { repeats: boolean; now: number }): Promise<boolean> {
      const since = repeats ? sql`coalesce(${keys.repeatOutsideSince}, ${now})` : null;
      const switched = await db
        .update(keys)
        .set({ repeatOutside: repeats, repeatOutsideSince: since })
        .where(and(mine, eq(keys.id, mainKeyId), isNull(keys.mainKeyId)))
        .returning({ id: keys.id });
      return switched.length === 1;
    },
    /**
     * Adds a key; the first main key of its market becomes the active one. Counted under a lock on the user's account,
     * so that concurrent calls cannot exceed the limit.
     */
    add: (key: NewKey, most: number): Promise<'added' | 'full' | 'duplicate' | 'no-main'> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const { id, market, active, mainKeyId } = keys;
        const held = await tx.select({ id, market, active, mainKeyId }).from(keys).where(mine);
        if (held.length >= most) return 'full';
        const sameMarket = held.filter((other) => other.market === key.market);
        const isMain = (other: (typeof held)[number]) => other.id === key.mainKeyId && other.mainKeyId === null;
        if (key.mainKeyId && !sameMarket.some(isMain)) return 'no-main';
        const isActive = !key.mainKeyId && !sameMarket.some((other) => other.active);
        const added = await tx
          .insert(keys)
          .values({ ...key, userId: owner, active: isActive })
          .onConflictDoNothing()
          .returning({ id: keys.id });
        return added.length === 1 ? 'added' : 'duplicate';
      }),
  };
}
/** All users' main keys whose deals made directly on the exchange are copied. */
export const repeatingKeys = (db: Db): Promise<{ userId: string; keyId: string }[]> =>
  db
    .select({ userId: keys.userId, keyId: keys.id })
    .from(keys)
    .where(and(eq(keys.repeatOutside, true), isNull(keys.mainKeyId)));

export type KeysStore = ReturnType<typeof keysStore>;
