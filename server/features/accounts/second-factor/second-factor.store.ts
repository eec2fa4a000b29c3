import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { recoveryCodesStore } from './recovery-codes.store.ts';

const ID = { userId: users.userId };
const isChanged = (rows: readonly unknown[]): boolean => rows.length === 1;

/** A user's authenticator app. */
export function secondFactorStore(db: Db, owner: string) {
  const me = eq(users.userId, owner);
  return {
    async read() {
      const { totpSecret: sealed, totpSince: since } = users;
      const [found] = await db.select({ sealed, since }).from(users).where(me);
      return found ?? null;
    },
    /** False when one is in force. */
    start: async (sealed: Buffer): Promise<boolean> =>
      isChanged(
        await db
          .update(users)
          .set({ totpSecret: sealed })
          .where(and(me, isNull(users.totpSince)))
          .returning(ID),
      ),
    /** False when a concurrent call was first. */
    turnOn: ({ sealed, since, step }: { sealed: Buffer; since: number; step: number }, codes: readonly Buffer[]) =>
      db.transaction(async (tx) => {
        const isStarted = and(me, isNull(users.totpSince), eq(users.totpSecret, sealed));
        const on = { totpSince: since, totpStep: step };
        if (!isChanged(await tx.update(users).set(on).where(isStarted).returning(ID))) return false;
        await recoveryCodesStore(tx, owner).replace(codes);
        return true;
      }),
    /** False when it was off. */
    turnOff: () =>
      db.transaction(async (tx) => {
        const none = { twoFactorEndsAt: null, twoFactorEndNear: null };
        const off = { totpSecret: null, totpSince: null, totpStep: null, ...none };
        const changed = await tx
          .update(users)
          .set(off)
          .where(and(me, isNotNull(users.totpSince)))
          .returning(ID);
        await recoveryCodesStore(tx, owner).replace([]);
        return isChanged(changed);
      }),
    /** False when the code of this or a later step was used before. */
    async useStep(step: number): Promise<boolean> {
      const isLater = and(me, or(isNull(users.totpStep), lt(users.totpStep, step)));
      return isChanged(await db.update(users).set({ totpStep: step }).where(isLater).returning(ID));
    },
  };
}
