import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { deliveries, pushSubscriptions } from '../../../db/schema/notifications.ts';
import type { SubscriptionRow } from '../push/push-subscriptions.store.ts';

type Row = typeof deliveries.$inferSelect;
export type Channel = Row['channel'];
export interface Delivery extends Row {
  subscription: SubscriptionRow | null;
}
export type Settlement = Partial<Pick<Row, 'state' | 'lastError' | 'nextAt' | 'doneAt' | 'attempts'>>;

interface LeaseRequest {
  channel: Channel;
  owner: string;
  now: number;
  leaseMs: number;
  most: number;
}

const leased = ({ userId, id, fence }: Row) =>
  and(eq(deliveries.userId, userId), eq(deliveries.id, id), eq(deliveries.fence, fence));

async function withSubscriptions(db: Db, rows: Row[]): Promise<Delivery[]> {
  const targets = rows.flatMap((row) => row.targetId ?? []);
  const found =
    targets.length === 0 ? [] : await db.select().from(pushSubscriptions).where(inArray(pushSubscriptions.id, targets));
  const byKey = new Map(found.map((row) => [`${row.userId}.${row.id}`, row]));
  return rows.map((row) =>
    Object.assign(row, { subscription: byKey.get(`${row.userId}.${row.targetId ?? ''}`) ?? null }),
  );
}

/** Leases the matching rows. */
const lease = (db: Db, which: SQL | undefined, { owner, now, leaseMs }: LeaseRequest): Promise<Row[]> =>
  db
    .update(deliveries)
    .set({ leaseOwner: owner, leaseUntil: now + leaseMs, fence: sql`${deliveries.fence} + 1` })
    .where(which)
    .returning();

const isDue = ({ channel, now }: LeaseRequest) =>
  and(
    eq(deliveries.state, 'waiting'),
    eq(deliveries.channel, channel),
    sql`${deliveries.nextAt} <= ${now}`,
    sql`(${deliveries.leaseUntil} is null or ${deliveries.leaseUntil} < ${now})`,
  );

/** Deliveries of all users, for the worker. */
export function deliveriesStore(db: Db) {
  return {
    /** Leases up to `most` due deliveries, skipping those of other workers. */
    async take(request: LeaseRequest) {
      const due = db
        .select({ userId: deliveries.userId, id: deliveries.id })
        .from(deliveries)
        .where(isDue(request))
        .orderBy(deliveries.nextAt)
        .limit(request.most)
        .for('update', { skipLocked: true });
      const rows = await lease(db, sql`(${deliveries.userId}, ${deliveries.id}) in ${due}`, request);
      const people = [...new Set(rows.filter(({ held }) => held).map(({ userId }) => userId))];
      // All that the quiet hours held is sent together.
      const held =
        people.length === 0
          ? []
          : await lease(
              db,
              and(isDue(request), eq(deliveries.held, true), inArray(deliveries.userId, people)),
              request,
            );
      // By age: a summary that is sent again starts with the same message.
      return withSubscriptions(
        db,
        [...rows, ...held].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      );
    },
    /** Writes the result, unless the lease was lost. */
    async settle(delivery: Delivery, outcome: Settlement): Promise<void> {
      await db
        .update(deliveries)
        .set({ ...outcome, leaseOwner: null, leaseUntil: null })
        .where(leased(delivery));
    },
    /** Deletes deliveries that ended before `time`. */
    async forget(time: number): Promise<void> {
      await db.delete(deliveries).where(lt(deliveries.doneAt, time));
    },
  };
}
export type DeliveriesStore = ReturnType<typeof deliveriesStore>;
