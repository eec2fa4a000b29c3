import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../../db/schema/webhooks.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type NewDelivery = Omit<typeof webhookDeliveries.$inferInsert, 'userId'>;
type NewWebhook = Omit<typeof webhooks.$inferInsert, 'userId'>;
type Change = Partial<
  Pick<WebhookRow, 'url' | 'events' | 'off' | 'sealedSecret' | 'oldSealedSecret' | 'oldSecretUntil' | 'updatedAt'>
>;

/** A person's endpoints. */
export function webhooksStore(db: Db, owner: string) {
  const mine = eq(webhooks.userId, owner);
  const one = (id: string) => and(mine, eq(webhooks.id, id));
  return {
    all: (): Promise<WebhookRow[]> =>
      db.select().from(webhooks).where(mine).orderBy(desc(webhooks.createdAt), desc(webhooks.id)),
    async find(id: string): Promise<WebhookRow | null> {
      const [found] = await db.select().from(webhooks).where(one(id));
      return found ?? null;
    },
    /** Null when the person has `most` already. Counted under a lock on the person's own account. */
    add: (webhook: NewWebhook, most: number): Promise<WebhookRow | null> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const [held] = await tx.select({ count: count() }).from(webhooks).where(mine);
        if ((held?.count ?? 0) >= most) return null;
        const [added] = await tx
          .insert(webhooks)
          .values({ ...webhook, userId: owner })
          .returning();
        return added ?? null;
      }),
    async change(id: string, change: Change): Promise<WebhookRow | null> {
      const [changed] = await db.update(webhooks).set(change).where(one(id)).returning();
      return changed ?? null;
    },
    /** Null where it is off already. */
    async switchOff(id: string, reason: string): Promise<WebhookRow | null> {
      const [off] = await db
        .update(webhooks)
        .set({ off: reason })
        .where(and(one(id), isNull(webhooks.off)))
        .returning();
      return off ?? null;
    },
    /** With what was sent; with the last one, also what was still to be sent. */
    remove: (id: string): Promise<WebhookRow | null> =>
      db.transaction(async (tx) => {
        const theirs = and(eq(webhookDeliveries.userId, owner), eq(webhookDeliveries.webhookId, id));
        await tx.delete(webhookDeliveries).where(theirs);
        const [removed] = await tx.delete(webhooks).where(one(id)).returning();
        const [left] = await tx.select({ count: count() }).from(webhooks).where(mine);
        if (left?.count === 0) await tx.delete(webhookEvents).where(eq(webhookEvents.userId, owner));
        return removed ?? null;
      }),
  };
}

/** What was sent to a person's endpoint. */
export function sentStore(db: Db, { userId, webhookId }: { userId: string; webhookId: string }) {
  const mine = and(eq(webhookDeliveries.userId, userId), eq(webhookDeliveries.webhookId, webhookId));
  return {
    add: async (delivery: NewDelivery): Promise<void> => {
      await db.insert(webhookDeliveries).values({ ...delivery, userId });
    },
    async page({ page, size }: { page: number; size: number }): Promise<{ rows: DeliveryRow[]; total: number }> {
      const [total] = await db.select({ count: count() }).from(webhookDeliveries).where(mine);
      const rows = await db
        .select()
        .from(webhookDeliveries)
        .where(mine)
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        .limit(size)
        .offset(page * size);
      return { rows, total: total?.count ?? 0 };
    },
    /** As if it had never been tried. False where there is none. */
    async again(id: string, times: { nextAt: number; expiresAt: number }): Promise<boolean> {
      const again = { ...times, state: 'waiting' as const, attempts: 0, lastError: null, doneAt: null };
      const changed = await db
        .update(webhookDeliveries)
        .set(again)
        .where(and(mine, eq(webhookDeliveries.id, id)))
        .returning({ id: webhookDeliveries.id });
      return changed.length > 0;
    },
  };
}
