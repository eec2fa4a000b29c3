import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../../../db/schema/webhooks.ts';
import { type Claim, claimed, isDue, RELEASED } from '../../../runtime/jobs/claim.store.ts';
import type { Settlement } from '../../../runtime/jobs/outbox-worker.ts';
import type { DeliveryRow, NewDelivery, WebhookRow } from '../webhooks.store.ts';

export type EventRow = typeof webhookEvents.$inferSelect;
type EventRef = Pick<EventRow, 'userId' | 'id'>;

/** Makes the deliveries of an event, for those of its owner's endpoints that are on. */
export type Compose = (tx: Tx, event: EventRow, to: readonly WebhookRow[]) => Promise<NewDelivery[]>;

const named = ({ userId, id }: EventRef) => and(eq(webhookEvents.userId, userId), eq(webhookEvents.id, id));

/** What happened to anyone, on its way to deliveries. */
export const eventQueue = (db: Db) => ({
  waiting: (most: number): Promise<EventRef[]> =>
    db
      .select({ userId: webhookEvents.userId, id: webhookEvents.id })
      .from(webhookEvents)
      .orderBy(webhookEvents.at, webhookEvents.id)
      .limit(most)
      .prepare('waiting_events')
      .execute(),
  /** Its deliveries take its place, once, by whichever process. */
  handOver: (ref: EventRef, compose: Compose): Promise<boolean> =>
    db.transaction(async (tx) => {
      const [event] = await tx.delete(webhookEvents).where(named(ref)).returning();
      if (!event) return false;
      const mine = await tx.select().from(webhooks).where(eq(webhooks.userId, event.userId));
      const made = await compose(
        tx,
        event,
        mine.filter(({ off }) => off === null),
      );
      if (made.length > 0)
        await tx.insert(webhookDeliveries).values(made.map((one) => ({ ...one, userId: event.userId })));
      return made.length > 0;
    }),
  async forget(before: number): Promise<void> {
    await db.delete(webhookEvents).where(lt(webhookEvents.at, before));
  },
});

/** Deliveries of all people. */
export const deliveryQueue = (db: Db) => ({
  /** Up to `most` that are due; another worker skips them. */
  async claim(by: Claim): Promise<DeliveryRow[]> {
    const due = db
      .select({ userId: webhookDeliveries.userId, id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.state, 'waiting'), isDue(webhookDeliveries, by)))
      .orderBy(webhookDeliveries.nextAt)
      .limit(by.most)
      .for('update', { skipLocked: true });
    return db
      .update(webhookDeliveries)
      .set(claimed(webhookDeliveries, by))
      .where(sql`(${webhookDeliveries.userId}, ${webhookDeliveries.id}) in ${due}`)
      .returning()
      .prepare('claim_webhook_deliveries')
      .execute();
  },
  /** False where the lease was lost, or it was asked for again meanwhile. */
  async settle({ userId, id, fence }: DeliveryRow, outcome: Settlement): Promise<boolean> {
    const leased = and(
      eq(webhookDeliveries.userId, userId),
      eq(webhookDeliveries.id, id),
      eq(webhookDeliveries.fence, fence),
    );
    const settled = await db
      .update(webhookDeliveries)
      .set({ ...outcome, ...RELEASED })
      .where(leased)
      .returning({ id: webhookDeliveries.id });
    return settled.length > 0;
  },
  async forget(before: number): Promise<void> {
    const isOver = inArray(webhookDeliveries.state, ['sent', 'gone', 'expired', 'failed']);
    await db.delete(webhookDeliveries).where(and(isOver, lt(webhookDeliveries.createdAt, before)));
  },
});
