import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { keys } from '../../../db/schema/keys.ts';
import type { KeyRow } from '../keys.store.ts';

const one = ({ userId, id }: KeyRow) => and(eq(keys.userId, userId), eq(keys.id, id));

/** When keys were last looked at, and which of them are not used any more. Not bound to an owner: it is the keys' own round. */
export function doctorStore(db: Db) {
  return {
    /** Keys in use that were not looked at since, the longest ago first. */
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
    /** True when that made a difference: the key is not used from now on, or used again. */
    async note(row: KeyRow, found: { checkedAt: number; disabledReason: string | null }): Promise<boolean> {
      await db.update(keys).set(found).where(one(row));
      return (found.disabledReason === null) !== (row.disabledReason === null);
    },
  };
}
