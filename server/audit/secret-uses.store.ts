import { and, count, desc, eq, max, min, or, sql, sum } from 'drizzle-orm';
import { HOUR } from '#contracts/rules/time.ts';
import type { Db } from '../db/database.ts';
import { secretUses } from '../db/schema/audit.ts';
import { keys } from '../db/schema/keys.ts';

/** Names the secret of an authenticator app; every other secret is named by its key's id. */
export const TWO_FACTOR = 'two-factor';
const BATCH = 1000;

export type UseRow = typeof secretUses.$inferSelect;
export type SecretOf = Pick<UseRow, 'userId' | 'secret'>;

/** A concurrent process appended to one of the chains first. */
class Conflict extends Error {}

/** Uses of secrets: append-only, one hash chain per secret. */
export function secretUsesStore(db: Db) {
  return {
    /** The newest row of each. */
    newest(secrets: readonly SecretOf[]): Promise<UseRow[]> {
      const isOne = ({ userId, secret }: SecretOf) => and(eq(secretUses.userId, userId), eq(secretUses.secret, secret));
      return db
        .selectDistinctOn([secretUses.userId, secretUses.secret])
        .from(secretUses)
        .where(or(...secrets.map(isOne)))
        .orderBy(secretUses.userId, secretUses.secret, desc(secretUses.seq));
    },
    /** All or none: false when a concurrent process took one of these positions first. */
    async add(rows: readonly UseRow[]): Promise<boolean> {
      try {
        await db.transaction(async (tx) => {
          const written = tx.insert(secretUses).values([...rows]);
          const added = await written.onConflictDoNothing().returning({ seq: secretUses.seq });
          if (added.length < rows.length) throw new Conflict();
        });
        return true;
      } catch (error) {
        if (error instanceof Conflict) return false;
        throw error;
      }
    },
    /** All rows of a user, each chain in order. */
    async *chains(userId: string): AsyncGenerator<UseRow> {
      const { secret, seq } = secretUses;
      let last: UseRow | undefined;
      do {
        const after = last && sql`(${secret}, ${seq}) > (${last.secret}, ${last.seq})`;
        const rows = await db
          .select()
          .from(secretUses)
          .where(and(eq(secretUses.userId, userId), after))
          .orderBy(secret, seq)
          .limit(BATCH);
        yield* rows;
        last = rows.length === BATCH ? rows.at(-1) : undefined;
      } while (last);
    },
  };
}

/** By secret, purpose and hour, newest first. */
export async function usesByHour(db: Db, userId: string, { page, size }: { page: number; size: number }) {
  const { secret, purpose, firstAt, lastAt } = secretUses;
  const hour = sql`${firstAt} / ${sql.raw(String(HOUR))}`;
  const mine = eq(secretUses.userId, userId);
  const byHour = [secret, purpose, hour];
  const found = db
    .select({ secret })
    .from(secretUses)
    .where(mine)
    .groupBy(...byHour);
  const [total] = await db.select({ of: count() }).from(found.as('by_hour'));
  const rows = await db
    .select({
      secret,
      purpose,
      name: keys.name,
      uses: sum(secretUses.count).mapWith(Number),
      firstAt: min(firstAt).mapWith(Number),
      lastAt: max(lastAt).mapWith(Number),
    })
    .from(secretUses)
    .leftJoin(keys, and(eq(keys.userId, secretUses.userId), sql`${keys.id}::text = ${secret}`))
    .where(mine)
    .groupBy(...byHour, keys.name)
    .orderBy(desc(max(lastAt)), secret, purpose)
    .limit(size)
    .offset(page * size);
  return { rows, total: total?.of ?? 0 };
}
