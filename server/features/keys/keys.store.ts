import { and, asc, count, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { users } from '../../db/schema/accounts.ts';
import { keys } from '../../db/schema/keys.ts';
import { positions } from '../../db/schema/orders.ts';

export type KeyRow = typeof keys.$inferSelect;
type ListedKey = KeyRow & { openBlocks: number };
export type NewKey = Omit<typeof keys.$inferInsert, 'userId' | 'active'>;

const given = sql.placeholder;
const ofOwner = and(eq(keys.userId, given('owner')), isNull(keys.deletedAt));
const oldestFirst = [asc(keys.createdAt), asc(keys.id)];

/** The active key of a market, and its copy keys. */
function isOfActiveGroup(db: Db): SQL {
  const main = alias(keys, 'main');
  const active = db
    .select({ id: main.id })
    .from(main)
    .where(and(eq(main.userId, given('owner')), eq(main.market, given('market')), main.active, isNull(main.deletedAt)));
  return sql`${active} in (${keys.id}, ${keys.mainKeyId})`;
}

/** How many blocks each key has something open in. */
const openBlocks = (db: Db) =>
  db
    .select({ keyId: positions.keyId, count: count().as('count') })
    .from(positions)
    .where(and(eq(positions.userId, given('owner')), isNull(positions.endedAt)))
    .groupBy(positions.keyId)
    .as('open');

/** Needed for every order. */
const reads = prepared((db) => {
  const open = openBlocks(db);
  const where = (condition?: SQL) =>
    db
      .select()
      .from(keys)
      .where(and(ofOwner, condition))
      .orderBy(...oldestFirst);
  return {
    all: where().prepare('all_keys'),
    listed: db
      .select({ ...getTableColumns(keys), openBlocks: sql`coalesce(${open.count}, 0)`.mapWith(Number) })
      .from(keys)
      .leftJoin(open, eq(open.keyId, keys.id))
      .where(ofOwner)
      .orderBy(...oldestFirst)
      .prepare('listed_keys'),
    activeGroup: where(isOfActiveGroup(db)).prepare('active_group'),
    byIds: where(sql`${keys.id} = any(${given('ids')}::uuid[])`).prepare('keys_by_id'),
    copies: where(eq(keys.mainKeyId, given('mainKeyId'))).prepare('copy_keys'),
  };
});

/** A user's keys. */
export function keysStore(db: Db, owner: string) {
  const mine = and(eq(keys.userId, owner), isNull(keys.deletedAt));
  return {
    /** Oldest first. */
    all: (): Promise<KeyRow[]> => reads(db).all.execute({ owner }),
    /** The same, each with the number of blocks that it has something open in. */
    listed: (): Promise<ListedKey[]> => reads(db).listed.execute({ owner }),
    /** The active key of a market, and its copy keys, oldest first. */
    async activeGroup(market: Market): Promise<{ main: KeyRow | null; copies: KeyRow[] }> {
      const group = await reads(db).activeGroup.execute({ owner, market });
      const main = group.find(({ active }) => active) ?? null;
      return { main, copies: group.filter((key) => key !== main) };
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
