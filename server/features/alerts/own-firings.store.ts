import { and, count, desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { alerts, firings } from '../../db/schema/alerts.ts';

/** What a person's alert fired, newest first. Null when there is no such alert. */
export async function readFirings(
  db: Db,
  { owner, alertId }: { owner: string; alertId: string },
  { offset, limit }: { offset: number; limit: number },
) {
  const isAlert = and(eq(alerts.userId, owner), eq(alerts.id, alertId));
  const [alert] = await db.select({ id: alerts.id }).from(alerts).where(isAlert);
  if (!alert) return null;
  const where = and(eq(firings.userId, owner), eq(firings.alertId, alertId));
  const newest = desc(firings.armedSeq);
  const [rows, [all]] = await Promise.all([
    db.select().from(firings).where(where).orderBy(newest).limit(limit).offset(offset),
    db.select({ count: count() }).from(firings).where(where),
  ]);
  return { rows, total: all?.count ?? 0 };
}
