import { and, count, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { recoveryCodes } from '../../../db/schema/accounts.ts';

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** A user's recovery codes, stored as hashes. */
export function recoveryCodesStore(db: Db | Tx, owner: string) {
  const mine = eq(recoveryCodes.userId, owner);
  const unused = and(mine, isNull(recoveryCodes.usedAt));
  return {
    async left(): Promise<number> {
      const [left] = await db.select({ of: count() }).from(recoveryCodes).where(unused);
      return left?.of ?? 0;
    },
    /** False when there is no such code, or it was used. */
    async use(codeHash: Buffer, now: number): Promise<boolean> {
      const isIt = and(unused, eq(recoveryCodes.codeHash, codeHash));
      return (await db.update(recoveryCodes).set({ usedAt: now }).where(isIt).returning()).length === 1;
    },
    replace: (hashes: readonly Buffer[]): Promise<void> =>
      db.transaction(async (tx) => {
        await tx.delete(recoveryCodes).where(mine);
        const rows = hashes.map((codeHash) => ({ userId: owner, codeHash }));
        if (rows.length > 0) await tx.insert(recoveryCodes).values(rows);
      }),
  };
}
