import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { firings } from '../../../db/schema/alerts.ts';

const { userId, id, crossedAt, calls, calledAt, firedAt } = firings;

/** Asked twice a second. */
const waiting = prepared((db) =>
  db
    .select({ userId, firingId: id, crossedAt, calls })
    .from(firings)
    .where(and(isNotNull(calls), isNull(calledAt)))
    .orderBy(asc(firedAt))
    .limit(sql.placeholder('most'))
    .prepare('waiting_alert_calls'),
);

/** Firings of all people that call a hook. */
export function alertCallsStore(db: Db) {
  return {
    /** Those that have not called it yet, the oldest first. */
    async waiting(most: number) {
      const rows = await waiting(db).execute({ most });
      return rows.flatMap((row) => (row.calls ? [{ ...row, calls: row.calls }] : []));
    },
    async settle(one: { userId: string; firingId: string }, at: number): Promise<void> {
      await db
        .update(firings)
        .set({ calledAt: at })
        .where(and(eq(userId, one.userId), eq(id, one.firingId)));
    },
  };
}
export type AlertCall = Awaited<ReturnType<ReturnType<typeof alertCallsStore>['waiting']>>[number];
