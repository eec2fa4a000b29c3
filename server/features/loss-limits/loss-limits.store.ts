import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { lossLimits } from '../../db/schema/accounts.ts';
import { ACCOUNT } from '../../trading/index.ts';

export type LossRow = Omit<typeof lossLimits.$inferSelect, 'scope'> & {
  /** Null for the whole account. */
  keyId: string | null;
};

const scopeOf = (keyId: string | null): string => keyId ?? ACCOUNT;
const rowOf = ({ scope, ...row }: typeof lossLimits.$inferSelect): LossRow => ({
  ...row,
  keyId: scope === ACCOUNT ? null : scope,
});

/** Of everyone, a person's together. Not bound to an owner: an engine looks at all of them. */
export async function allLossLimits(db: Db): Promise<LossRow[]> {
  return (await db.select().from(lossLimits).orderBy(lossLimits.userId)).map(rowOf);
}

/** A person's limits. */
export function lossLimitsStore(db: Db, owner: string) {
  const one = (keyId: string | null) => and(eq(lossLimits.userId, owner), eq(lossLimits.scope, scopeOf(keyId)));
  return {
    all: async (): Promise<LossRow[]> =>
      (await db.select().from(lossLimits).where(eq(lossLimits.userId, owner)).orderBy(lossLimits.scope)).map(rowOf),
    async write({ keyId, ...row }: Omit<LossRow, 'userId'>): Promise<void> {
      const { userId, scope } = lossLimits;
      await db
        .insert(lossLimits)
        .values({ ...row, userId: owner, scope: scopeOf(keyId) })
        .onConflictDoUpdate({ target: [userId, scope], set: row });
    },
    async remove(keyId: string | null): Promise<void> {
      await db.delete(lossLimits).where(one(keyId));
    },
    /** What a look has found, unless its owner has set it anew meanwhile. */
    async note({ keyId, setAt }: LossRow, found: Partial<Pick<LossRow, 'day' | 'base' | 'highest' | 'reachedAt'>>) {
      await db
        .update(lossLimits)
        .set(found)
        .where(and(one(keyId), eq(lossLimits.setAt, setAt)));
    },
    /** Once: false where another look was first, or its owner has set it anew. `also` is written with it. */
    reach: ({ keyId, setAt, reachedAt }: LossRow, now: number, also: (tx: Tx) => Promise<void>): Promise<boolean> =>
      db.transaction(async (tx) => {
        const before = reachedAt === null ? isNull(lossLimits.reachedAt) : eq(lossLimits.reachedAt, reachedAt);
        const reached = await tx
          .update(lossLimits)
          .set({ reachedAt: now })
          .where(and(one(keyId), eq(lossLimits.setAt, setAt), before))
          .returning({ scope: sql<string>`${lossLimits.scope}` });
        if (reached.length === 0) return false;
        await also(tx);
        return true;
      }),
  };
}
