import { and, asc, count, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { pushSubscriptions } from '../../../db/schema/notifications.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
export type NewSubscription = Omit<typeof pushSubscriptions.$inferInsert, 'userId'>;

/** A person's browsers. */
export function pushSubscriptionsStore(db: Db, owner: string) {
  const mine = eq(pushSubscriptions.userId, owner);
  return {
    all: (): Promise<SubscriptionRow[]> =>
      db.select().from(pushSubscriptions).where(mine).orderBy(asc(pushSubscriptions.createdAt)),
    /**
     * An address belongs to whoever signed in on that browser last: it leaves its former owner. Counted under a lock on
     * the person's own account. `full` when the person has `most` others already.
     */
    add: (subscription: NewSubscription, most: number): Promise<'added' | 'renewed' | 'full'> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const { endpoint, p256dh, auth, userAgent, sessionId } = subscription;
        const known = and(mine, eq(pushSubscriptions.endpoint, endpoint));
        const renewed = await tx
          .update(pushSubscriptions)
          .set({ p256dh, auth, userAgent, sessionId })
          .where(known)
          .returning();
        if (renewed.length > 0) return 'renewed';
        const [held] = await tx.select({ count: count() }).from(pushSubscriptions).where(mine);
        if ((held?.count ?? 0) >= most) return 'full';
        await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
        await tx.insert(pushSubscriptions).values({ ...subscription, userId: owner });
        return 'added';
      }),
    /** Null when it was not there. */
    async remove(endpoint: string): Promise<SubscriptionRow | null> {
      const known = and(mine, eq(pushSubscriptions.endpoint, endpoint));
      const [removed] = await db.delete(pushSubscriptions).where(known).returning();
      return removed ?? null;
    },
  };
}
