import { and, count, eq, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Db, Tx } from '../../db/client.ts';
import { alerts, alertWatermarks, firings } from '../../db/schema/alerts.ts';
import type { AlertRow } from './alerts.store.ts';

export interface Firing {
  id: string;
  userId: string;
  alertId: string;
  /** The arming that it uses up. */
  armedSeq: number;
  price: Big;
  /** By the exchange's clock; `firedAt` by ours. UTC epoch ms. */
  crossedAt: number;
  firedAt: number;
  late: boolean;
}

export interface Watermark {
  market: string;
  symbol: string;
  price: Big;
  evaluatedAt: number;
}

const armed = ({ userId, id, seq }: { userId: string; id: string; seq: number }) =>
  and(eq(alerts.userId, userId), eq(alerts.id, id), eq(alerts.armedSeq, seq), eq(alerts.active, true));

type Tell = (tx: Tx, alert: AlertRow, unseen: number) => Promise<void>;

/**
 * the firing, the alert's new state and whatever `tell` writes are one transaction, and happen once for each
 * arming, whoever else tries. Null when this arming was used up or undone before.
 */
async function fireIn(tx: Tx, firing: Firing, tell: Tell): Promise<AlertRow | null> {
  const { userId, alertId, armedSeq, firedAt, late } = firing;
  const [alert] = await tx
    .update(alerts)
    .set({
      armedSeq: armedSeq + 1,
      active: sql`${alerts.informing} = 'ALWAYS'`,
      executed: true,
      seen: false,
      executedAt: firedAt,
      sortedAt: firedAt,
      late,
    })
    .where(armed({ userId, id: alertId, seq: armedSeq }))
    .returning();
  if (!alert) return null;
  await tx.insert(firings).values(firing);
  const waiting = and(eq(alerts.userId, userId), eq(alerts.executed, true), eq(alerts.seen, false));
  const [unseen] = await tx.select({ count: count() }).from(alerts).where(waiting);
  await tell(tx, alert, unseen?.count ?? 0);
  return alert;
}

/** Everybody's alerts, for the engine. */
export function firingsStore(db: Db) {
  return {
    active: (): Promise<AlertRow[]> => db.select().from(alerts).where(eq(alerts.active, true)),
    async activeOne({ userId, id }: { userId: string; id: string }): Promise<AlertRow | null> {
      const [row] = await db
        .select()
        .from(alerts)
        .where(and(eq(alerts.userId, userId), eq(alerts.id, id), eq(alerts.active, true)));
      return row ?? null;
    },
    fire: (firing: Firing, tell: Tell): Promise<AlertRow | null> => db.transaction((tx) => fireIn(tx, firing, tell)),
    /** Armed again after its rest, so that a restart knows it. */
    async rearm({ armedAt, ...one }: { userId: string; id: string; seq: number; armedAt: number }): Promise<void> {
      await db.update(alerts).set({ armedAt }).where(armed(one));
    },
    watermarks: (): Promise<Watermark[]> => db.select().from(alertWatermarks),
    async saveWatermarks(marks: Watermark[]): Promise<void> {
      if (marks.length === 0) return;
      await db
        .insert(alertWatermarks)
        .values(marks)
        .onConflictDoUpdate({
          target: [alertWatermarks.market, alertWatermarks.symbol],
          set: { price: sql`excluded.price`, evaluatedAt: sql`excluded.evaluated_at` },
          setWhere: sql`excluded.evaluated_at > ${alertWatermarks.evaluatedAt}`,
        });
    },
  };
}
export type FiringsStore = ReturnType<typeof firingsStore>;
