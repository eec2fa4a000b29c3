import { and, asc, count, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import type { WrappedKey } from '../../../lib/vault.ts';

export interface OwnedKey extends WrappedKey {
  userId: string;
}

const { userId, dataKey, masterKeyId } = users;

const hex = (bytes: Buffer): string => bytes.toString('hex');
const notUnder = (id: string) => ne(masterKeyId, id);

/** All users' wrapped data keys, for the rotation of the master key. */
export function dataKeysStore(db: Db) {
  return {
    /** One account per master key in use. */
    oneOfEach: (): Promise<OwnedKey[]> =>
      db.selectDistinctOn([masterKeyId], { userId, dataKey, masterKeyId }).from(users).orderBy(masterKeyId),
    async countNotUnder(id: string): Promise<number> {
      const [found] = await db.select({ of: count() }).from(users).where(notUnder(id));
      return found?.of ?? 0;
    },
    /** In the order of their ids; null begins. */
    batchNotUnder: (id: string, { after, most }: { after: string | null; most: number }): Promise<OwnedKey[]> =>
      db
        .select({ userId, dataKey, masterKeyId })
        .from(users)
        .where(and(notUnder(id), after === null ? undefined : gt(userId, after)))
        .orderBy(asc(userId))
        .limit(most),
    /** One statement; rows that changed since they were read are skipped. */
    async replace(pairs: readonly { before: OwnedKey; after: WrappedKey }[]): Promise<void> {
      const rows = pairs.map(({ before, after }) => ({
        owner: before.userId,
        old: hex(before.dataKey),
        fresh: hex(after.dataKey),
        master: after.masterKeyId,
      }));
      await db.execute(sql`
        update users set data_key = decode(fresh, 'hex'), master_key_id = master
        from json_to_recordset(${JSON.stringify(rows)}::json) as p(owner uuid, old text, fresh text, master text)
        where user_id = owner and data_key = decode(old, 'hex')`);
    },
  };
}
