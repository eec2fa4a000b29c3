import { and, asc, count, eq, gt, ne } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import type { WrappedKey } from '../../../lib/vault.ts';

export interface OwnedKey extends WrappedKey {
  userId: string;
}

const { userId, dataKey, masterKeyId } = users;

const notUnder = (id: string) => ne(masterKeyId, id);

/** Everybody's wrapped data keys, for the master key's sake. */
export function dataKeysStore(db: Db) {
  return {
    /** One account of each master key that any account is wrapped by. */
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
    /** Each only if it still is as it was read. */
    replace: (pairs: readonly { before: OwnedKey; after: WrappedKey }[]): Promise<void> =>
      db.transaction(async (tx) => {
        await Promise.all(
          pairs.map(({ before, after }) =>
            tx
              .update(users)
              .set({ dataKey: after.dataKey, masterKeyId: after.masterKeyId })
              .where(and(eq(userId, before.userId), eq(dataKey, before.dataKey))),
          ),
        );
      }),
  };
}
