import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { prepared, within } from '../../../db/prepared.ts';
import { users } from '../../../db/schema/accounts.ts';
import { keys } from '../../../db/schema/keys.ts';

/** What decides whether a key trades and copies. */
export interface GroupKey {
  name: string;
  mainKeyId: string | null;
  inProcess: boolean;
  disabledReason: string | null;
}

const reads = prepared((db) => {
  const { id, name, mainKeyId, inProcess, disabledReason } = keys;
  const owner = sql.placeholder('owner');
  const named = sql`${id} = any(${sql.placeholder('ids')}::uuid[])`;
  return {
    keys: db
      .select({ id, name, mainKeyId, inProcess, disabledReason })
      .from(keys)
      .where(and(eq(keys.userId, owner), isNull(keys.deletedAt), named))
      .prepare('group_keys'),
    account: db
      .select({ userId: users.userId })
      .from(users)
      .where(eq(users.userId, owner))
      .for('update')
      .prepare('group_account'),
  };
});

interface Asked {
  userId: string;
  keyIds: readonly string[];
}

/** Keys as they stand in a transaction that has locked the account, under which groups are changed; deleted ones are left out. */
export async function groupKeys(db: Db, tx: Tx, { userId, keyIds }: Asked): Promise<ReadonlyMap<string, GroupKey>> {
  const rows = await within(tx, reads(db).keys).execute({ owner: userId, ids: keyIds });
  return new Map(rows.map(({ id, ...key }) => [id, key]));
}

/** No group of the person changes until the transaction ends. */
export const lockAccount = async (db: Db, tx: Tx, userId: string): Promise<void> =>
  void (await within(tx, reads(db).account).execute({ owner: userId }));
