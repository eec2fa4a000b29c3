import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { deliveries, pushSubscriptions } from '../../db/schema/notifications.ts';
import type { SubscriptionRow } from './push-subscriptions.store.ts';

type Row = typeof deliveries.$inferSelect;
export type Channel = Row['channel'];
export interface Delivery extends Row {
  subscription: SubscriptionRow | null;
}
export type Settlement = Partial<Pick<Row, 'state' | 'lastError' | 'nextAt' | 'doneAt' | 'attempts'>>;

interface Taking {
  channel: Channel;
  owner: string;
  now: number;
  leaseMs: number;
  most: number;
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
    async take({ channel, owner, now, leaseMs, most }: Taking) {
      const due = db
        .select({ userId: deliveries.userId, id: deliveries.id })
        .from(deliveries)
        .where(
          and(
            eq(deliveries.state, 'waiting'),
            eq(deliveries.channel, channel),
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
