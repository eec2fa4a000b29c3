import { eq, inArray, lte, sql } from 'drizzle-orm';
import { DAY } from '#contracts/rules/time.ts';
import type { Db } from '../../db/database.ts';
import { wrongGuesses } from '../../db/schema/runtime.ts';
import { hashedName } from './hashed-name.ts';

/** After so long without a wrong guess the count begins anew, ms: about as many guesses as one a day. */
const KEPT_FOR = 30 * DAY;

export interface WrongGuesses {
  count: number;
  /** UTC epoch ms. */
  lastAt: number;
}

/** Wrong guesses since the last right one, shared by all processes. `name`: what is guessed. */
export function wrongGuessesStore(db: Db, name: string) {
  const { key, count, lastAt } = wrongGuesses;
  const keyOf = (who: string) => hashedName(name, who);
  return {
    async read(who: string): Promise<WrongGuesses | null> {
      const [found] = await db
        .select({ count, lastAt })
        .from(wrongGuesses)
        .where(eq(key, keyOf(who)));
      return found ?? null;
    },
    /** Counts one; returns how many there are now. */
    async add(who: string, now: number): Promise<number> {
      const [added] = await db
        .insert(wrongGuesses)
        .values({ key: keyOf(who), count: 1, lastAt: now })
        .onConflictDoUpdate({
          target: key,
          set: { count: sql`${count} + 1`, lastAt: sql`greatest(${lastAt}, ${now}::bigint)` },
        })
        .returning({ count });
      return added?.count ?? 1;
    },
    /** After a right guess. */
    async forget(...who: readonly string[]): Promise<void> {
      await db.delete(wrongGuesses).where(inArray(key, who.map(keyOf)));
    },
  };
}

export async function deleteOldGuesses(db: Db, now: number): Promise<void> {
  await db.delete(wrongGuesses).where(lte(wrongGuesses.lastAt, now - KEPT_FOR));
}
