import { and, count, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { knownDevices } from '../../../db/schema/accounts.ts';

/** The browsers that a user signed in from. */
export function devicesStore(db: Db, owner: string) {
  const mine = eq(knownDevices.userId, owner);
  return {
    /** True for a new browser where others were known. */
    async see(tokenHash: Buffer, now: number): Promise<boolean> {
      const isIt = and(mine, eq(knownDevices.tokenHash, tokenHash));
      const seen = await db
        .update(knownDevices)
        .set({ seenAt: now })
        .where(isIt)
        .returning({ at: knownDevices.seenAt });
      if (seen.length > 0) return false;
      const [others] = await db.select({ of: count() }).from(knownDevices).where(mine);
      await db.insert(knownDevices).values({ userId: owner, tokenHash, seenAt: now }).onConflictDoNothing();
      return (others?.of ?? 0) > 0;
    },
  };
}
