import { and, asc, eq, lt, lte, sql } from 'drizzle-orm';
import type { ConditionOf } from '#contracts/alert-conditions.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { alerts } from '../../../db/schema/alerts.ts';
import { listedPairs, listingChanges } from '../../../db/schema/markets.ts';
import type { Arming } from '../levels/level-book.ts';

export interface DueAlert extends Arming {
  market: string;
  symbol: string;
  /** UTC epoch ms. */
  dueAt: number;
}

export type ListedPair = typeof listedPairs.$inferSelect;
export type StoredChange = typeof listingChanges.$inferSelect;

/** A look at a second of the market would hold the loop otherwise. */
const ROWS = 1000;

const isListing = and(eq(alerts.active, true), sql`${alerts.condition} ->> 'kind' = 'listing'`);

/** Asked twice a second. */
const dueAlerts = prepared((db) => {
  const { num, armedSeq, market, symbol, dueAt, active } = alerts;
  return db
    .select({ num, seq: armedSeq, market, symbol, dueAt })
    .from(alerts)
    .where(and(eq(active, true), lte(dueAt, sql.placeholder('now'))))
    .orderBy(asc(dueAt))
    .limit(sql.placeholder('most'))
    .prepare('due_alerts');
});

/** All people's alerts on the clock and on listings, for the engine. */
export function occasionsStore(db: Db) {
  return {
    /** The first that are due. */
    async due(now: number, most: number): Promise<DueAlert[]> {
      const rows = await dueAlerts(db).execute({ now, most });
      return rows.flatMap((row) => (row.dueAt === null ? [] : [{ ...row, dueAt: row.dueAt }]));
    },
    /** Those that were armed before and wait for it. */
    async waitingFor({ market, coin, event, at }: StoredChange): Promise<Arming[]> {
      const rows = await db
        .select({ num: alerts.num, seq: alerts.armedSeq, condition: alerts.condition })
        .from(alerts)
        .where(and(isListing, eq(alerts.market, market), lt(alerts.armedAt, at)));
      const isWanted = (of: ConditionOf<'listing'>) =>
        (of.coin === null || of.coin === coin) && of.events.includes(event);
      return rows.flatMap(({ num, seq, condition }) =>
        condition?.kind === 'listing' && isWanted(condition) ? [{ num, seq }] : [],
      );
    },
    listed: (market: Market): Promise<ListedPair[]> =>
      db.select().from(listedPairs).where(eq(listedPairs.market, market)),
    /** The pairs of this look take the place of those of the last, together with what became of them. */
    see: (market: Market, seen: readonly ListedPair[], changes: readonly StoredChange[]): Promise<void> =>
      db.transaction(async (tx) => {
        await tx.delete(listedPairs).where(eq(listedPairs.market, market));
        for (let from = 0; from < seen.length; from += ROWS)
          await tx.insert(listedPairs).values(seen.slice(from, from + ROWS));
        for (let from = 0; from < changes.length; from += ROWS)
          await tx.insert(listingChanges).values(changes.slice(from, from + ROWS));
      }),
    /** The oldest first. */
    changes: (): Promise<StoredChange[]> => db.select().from(listingChanges).orderBy(asc(listingChanges.at)),
    async settle({ market, at }: StoredChange): Promise<void> {
      await db.delete(listingChanges).where(and(eq(listingChanges.market, market), eq(listingChanges.at, at)));
    },
  };
}
export type OccasionsStore = ReturnType<typeof occasionsStore>;
