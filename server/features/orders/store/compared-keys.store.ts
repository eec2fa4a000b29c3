import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { keys } from '../../../db/schema/keys.ts';

export interface KeyRef {
  userId: string;
  keyId: string;
}

/** Whose orders were compared with the exchange since they are followed; of all people. */
export const comparedKeysStore = (db: Db) => ({
  uncompared: (): Promise<KeyRef[]> =>
    db.select({ userId: keys.userId, keyId: keys.id }).from(keys).where(eq(keys.ordersCompared, false)),
  async set(refs: readonly KeyRef[], isCompared: boolean): Promise<void> {
    if (refs.length === 0) return;
    const [userIds, keyIds] = [refs.map(({ userId }) => userId), refs.map(({ keyId }) => keyId)];
    const named = and(inArray(keys.userId, userIds), inArray(keys.id, keyIds));
    await db
      .update(keys)
      .set({ ordersCompared: isCompared })
      .where(and(named, ne(keys.ordersCompared, isCompared)));
  },
});
export type ComparedKeysStore = ReturnType<typeof comparedKeysStore>;
