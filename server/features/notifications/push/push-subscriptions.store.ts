import { and, asc, count, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { pushSubscriptions } from '../../../db/schema/notifications.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
export type NewSubscription = Omit<typeof pushSubscriptions.$inferInsert, 'userId'>;

/** All subscriptions, for the push channel. */
export function subscriptionsStore(db: Db) {
  return {
    async markDelivered({ userId, id }: SubscriptionRow, now: number): Promise<void> {
      await db
        .update(pushSubscriptions)
        .set({ deliveredAt: now })
        .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, id)));
    },
    /** Unless it was renewed with another endpoint. */
    async remove({ userId, id, endpoint }: SubscriptionRow): Promise<void> {
      const same = and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, id));
      await db.delete(pushSubscriptions).where(and(same, eq(pushSubscriptions.endpoint, endpoint)));
    },
  };
}
export type SubscriptionsStore = ReturnType<typeof subscriptionsStore>;

/** A user's browsers. */
export function pushSubscriptionsStore(db: Db, owner: string) {
  const mine = eq(pushSubscriptions.userId, owner);
  return {
    all: (): Promise<SubscriptionRow[]> =>
      db.select().from(pushSubscriptions).where(mine).orderBy(asc(pushSubscriptions.createdAt)),
    /**
     * An endpoint belongs to the last user who signed in on that browser: it is removed from the previous one. Counted
     * under a lock on the user's account. `full` when the user already has `most` others.
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
    /** Null when there is none. */
    async remove(endpoint: string): Promise<SubscriptionRow | null> {
      const known = and(mine, eq(pushSubscriptions.endpoint, endpoint));
      const [removed] = await db.delete(pushSubscriptions).where(known).returning();
      return removed ?? null;
    },
  };
}
