import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { keys } from '../../../db/schema/keys.ts';
import type { KeyRow } from '../keys.store.ts';

const one = ({ userId, id }: KeyRow) => and(eq(keys.userId, userId), eq(keys.id, id));

/** Results of key checks. Not bound to an owner: the checks cover all users. */
export function keyChecksStore(db: Db) {
  return {
    /** Keys in use that were not checked since, the oldest check first. */
    due: (since: number, most: number): Promise<KeyRow[]> =>
      db
        .select()
        .from(keys)
        .where(
          and(
            isNull(keys.deletedAt),
            isNull(keys.disabledReason),
            or(isNull(keys.checkedAt), lt(keys.checkedAt, since)),
          ),
        )
        .orderBy(asc(keys.checkedAt))
        .limit(most),
    /** True when the key was thereby disabled or enabled. */
    async note(row: KeyRow, found: { checkedAt: number; disabledReason: string | null }): Promise<boolean> {
      await db.update(keys).set(found).where(one(row));
      return (found.disabledReason === null) !== (row.disabledReason === null);
    },
  };
}
