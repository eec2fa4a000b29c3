import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { exchangeSilences } from '../../db/schema/index.ts';

/** Not bound to an owner: exchanges silence an outgoing address, whichever keys it used. Times in UTC epoch ms. */
export const silencesStore = (db: Db, address: string) => ({
  async after(now: number): Promise<Map<string, number>> {
    const rows = await db
      .select({ origin: exchangeSilences.origin, until: exchangeSilences.until })
      .from(exchangeSilences)
      .where(and(eq(exchangeSilences.address, address), gt(exchangeSilences.until, now)));
    return new Map(rows.map(({ origin, until }) => [origin, until]));
  },
  /** The longest one counts. */
  async keep(origin: string, until: number): Promise<void> {
    await db
      .insert(exchangeSilences)
      .values({ origin, address, until })
      .onConflictDoUpdate({
        target: [exchangeSilences.origin, exchangeSilences.address],
        set: { until: sql`greatest(${exchangeSilences.until}, excluded.until)` },
      });
  },
});
