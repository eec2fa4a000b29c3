import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { deliveries, pushSubscriptions } from '../../../db/schema/notifications.ts';

/** Deliveries of a user's firings, oldest first. */
export async function readDeliveries(db: Db, owner: string, firingIds: readonly string[]) {
  if (firingIds.length === 0) return [];
  const { firingId, channel, state, held, attempts, lastError, nextAt, doneAt } = deliveries;
  const browser = and(eq(pushSubscriptions.userId, deliveries.userId), eq(pushSubscriptions.id, deliveries.targetId));
  return db
    .select({
      firingId,
      channel,
      state,
      held,
      attempts,
      lastError,
      nextAt,
      doneAt,
      userAgent: pushSubscriptions.userAgent,
    })
    .from(deliveries)
    .leftJoin(pushSubscriptions, browser)
    .where(and(eq(deliveries.userId, owner), inArray(firingId, [...firingIds])))
    .orderBy(asc(channel), asc(deliveries.id));
}
