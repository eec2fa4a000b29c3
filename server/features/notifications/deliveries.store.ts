import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { PushMessage } from '#contracts/push.ts';
import type { Db, Tx } from '../../db/client.ts';
import { deliveries, pushSubscriptions } from '../../db/schema/notifications.ts';
import { newId } from '../../lib/id.ts';
import type { UserMessage } from '../../live/publish.ts';
import type { SubscriptionRow } from './push-subscriptions.store.ts';

type Row = typeof deliveries.$inferSelect;
type NewDelivery = typeof deliveries.$inferInsert;
export interface Delivery extends Row {
  subscription: SubscriptionRow | null;
}
export type Settlement = Partial<Pick<Row, 'state' | 'lastError' | 'nextAt' | 'doneAt' | 'attempts'>>;

/** How long a firing is worth telling, in ms. */
const WORTH = 3_600_000;

export interface AlertDelivery {
  userId: string;
  firingId: string;
  now: number;
  live: UserMessage;
  push: PushMessage;
}

/**
 * Writes down, inside the transaction that records a firing, whom it must be told to: the person's open pages, and each
 * browser with push. The delivery worker takes them from there.
 */
export async function queueAlertDeliveries(
  tx: Tx,
  { userId, firingId, now, live, push }: AlertDelivery,
): Promise<void> {
  const browsers = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  const common = { userId, firingId, nextAt: now, expiresAt: now + WORTH, createdAt: now };
  const row = (to: Pick<NewDelivery, 'channel' | 'payload' | 'targetId'>): NewDelivery =>
    Object.assign({ id: newId() }, common, to);
  const toBrowsers = browsers.map(({ id }) => row({ channel: 'push', payload: push, targetId: id }));
  await tx.insert(deliveries).values([row({ channel: 'live', payload: live }), ...toBrowsers]);
}

const held = ({ userId, id, fence }: Row) =>
  and(eq(deliveries.userId, userId), eq(deliveries.id, id), eq(deliveries.fence, fence));

/** The deliveries of everybody, for the worker. */
export function deliveriesStore(db: Db) {
  async function withSubscriptions(rows: Row[]): Promise<Delivery[]> {
    const targets = rows.flatMap((row) => row.targetId ?? []);
    const found =
      targets.length === 0
        ? []
        : await db.select().from(pushSubscriptions).where(inArray(pushSubscriptions.id, targets));
    const byKey = new Map(found.map((row) => [`${row.userId}.${row.id}`, row]));
    return rows.map((row) =>
      Object.assign(row, { subscription: byKey.get(`${row.userId}.${row.targetId ?? ''}`) ?? null }),
    );
  }

  return {
    /** Up to `most` that are due, for as long as the lease holds. Another worker passes over them. */
    async take({ owner, now, leaseMs, most }: { owner: string; now: number; leaseMs: number; most: number }) {
      const due = db
        .select({ userId: deliveries.userId, id: deliveries.id })
        .from(deliveries)
        .where(
          and(
            eq(deliveries.state, 'waiting'),
            sql`${deliveries.nextAt} <= ${now}`,
            sql`(${deliveries.leaseUntil} is null or ${deliveries.leaseUntil} < ${now})`,
          ),
        )
        .orderBy(deliveries.nextAt)
        .limit(most)
        .for('update', { skipLocked: true });
      const rows = await db
        .update(deliveries)
        .set({ leaseOwner: owner, leaseUntil: now + leaseMs, fence: sql`${deliveries.fence} + 1` })
        .where(sql`(${deliveries.userId}, ${deliveries.id}) in ${due}`)
        .returning();
      return withSubscriptions(rows);
    },
    /** Writes the outcome, unless the lease was lost meanwhile. */
    async settle(delivery: Delivery, outcome: Settlement): Promise<void> {
      await db
        .update(deliveries)
        .set({ ...outcome, leaseOwner: null, leaseUntil: null })
        .where(held(delivery));
    },
    async removeSubscription({ userId, id, endpoint }: SubscriptionRow): Promise<void> {
      const same = and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, id));
      await db.delete(pushSubscriptions).where(and(same, eq(pushSubscriptions.endpoint, endpoint)));
    },
    async markDelivered({ userId, id }: SubscriptionRow, now: number): Promise<void> {
      await db
        .update(pushSubscriptions)
        .set({ deliveredAt: now })
        .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, id)));
    },
    /** Finished before `time`: of no interest any more. */
    async forget(time: number): Promise<void> {
      await db.delete(deliveries).where(lt(deliveries.doneAt, time));
    },
  };
}
export type DeliveriesStore = ReturnType<typeof deliveriesStore>;
