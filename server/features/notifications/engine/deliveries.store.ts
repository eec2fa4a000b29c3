import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { deliveries, pushSubscriptions } from '../../../db/schema/notifications.ts';
import { type Claim, claimed, isDue, RELEASED } from '../../../runtime/jobs/claim.store.ts';
import type { Settlement } from '../../../runtime/jobs/outbox-worker.ts';
import type { SubscriptionRow } from '../push/push-subscriptions.store.ts';

type Row = typeof deliveries.$inferSelect;
export type Channel = Row['channel'];
export interface Delivery extends Row {
  subscription: SubscriptionRow | null;
}

type ChannelClaim = Claim & { channel: Channel };

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

const claim = (db: Db, which: SQL | undefined, by: ChannelClaim): Promise<Row[]> =>
  db.update(deliveries).set(claimed(deliveries, by)).where(which).returning().prepare('claim_deliveries').execute();

const isOpen = (by: ChannelClaim) =>
  and(eq(deliveries.state, 'waiting'), eq(deliveries.channel, by.channel), isDue(deliveries, by));

/** Deliveries of all users, for the worker. */
export function deliveriesStore(db: Db) {
  return {
    /** Up to `most` that are due; another worker skips them. */
    async claim(by: ChannelClaim) {
      const due = db
        .select({ userId: deliveries.userId, id: deliveries.id })
        .from(deliveries)
        .where(isOpen(by))
        .orderBy(deliveries.nextAt)
        .limit(by.most)
        .for('update', { skipLocked: true });
      const rows = await claim(db, sql`(${deliveries.userId}, ${deliveries.id}) in ${due}`, by);
      const people = [...new Set(rows.filter(({ held }) => held).map(({ userId }) => userId))];
      // All that the quiet hours held is sent together.
      const held =
        people.length === 0
          ? []
          : await claim(db, and(isOpen(by), eq(deliveries.held, true), inArray(deliveries.userId, people)), by);
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
        .set({ ...outcome, ...RELEASED })
        .where(leased(delivery));
    },
    /** Deletes deliveries that ended before `time`. */
    async forget(time: number): Promise<void> {
      await db.delete(deliveries).where(lt(deliveries.doneAt, time));
    },
  };
}
export type DeliveriesStore = ReturnType<typeof deliveriesStore>;
