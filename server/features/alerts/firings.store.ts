import { and, count, eq, min, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Db, Tx } from '../../db/client.ts';
import { alerts, alertWatermarks, firings } from '../../db/schema/alerts.ts';
import type { Armed } from './alert-table.ts';
import type { AlertRow } from './alerts.store.ts';
import type { Arming } from './level-book.ts';

/** A crossing that was found. */
export interface Found {
  id: string;
  /** Of the alert's row. */
  num: number;
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

/** A pair with active alerts, and up to when it was evaluated. */
export interface WatchedPair {
  market: string;
  symbol: string;
  /** Of its alerts the first, UTC epoch ms. */
  armedAt: number;
  mark: { price: Big; time: number } | null;
}

/** What the engine reads of an active alert. */
export interface ActiveAlert extends Armed {
  market: string;
  symbol: string;
  armedAt: number;
  executedAt: number | null;
}

const AT_ONCE = 20_000;

const isArming = ({ num, seq }: Arming) => and(eq(alerts.num, num), eq(alerts.armedSeq, seq), eq(alerts.active, true));

type Tell = (tx: Tx, alert: AlertRow, unseen: number) => Promise<void>;

/**
 * the firing, the alert's new state and whatever `tell` writes are one transaction, and happen once for each
 * arming, whoever else tries. Null when this arming was used up or undone before.
 */
async function fireIn(tx: Tx, found: Found, tell: Tell): Promise<AlertRow | null> {
  const { num, armedSeq, firedAt, late, ...firing } = found;
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
    .where(isArming({ num, seq: armedSeq }))
    .returning();
  if (!alert) return null;
  const { userId, id: alertId } = alert;
  await tx.insert(firings).values({ ...firing, userId, alertId, armedSeq, firedAt, late });
  const waiting = and(eq(alerts.userId, userId), eq(alerts.executed, true), eq(alerts.seen, false));
  const [unseen] = await tx.select({ count: count() }).from(alerts).where(waiting);
  await tell(tx, alert, unseen?.count ?? 0);
  return alert;
}

const { num, market, symbol, price, type, informing, armedSeq, armedAt, executedAt, active } = alerts;
const ACTIVE = {
  num,
  market,
  symbol,
  level: sql<number>`${price}::float8`,
  type,
  informing,
  seq: armedSeq,
  armedAt,
  executedAt,
};

interface ActiveRow extends Pick<ActiveAlert, 'market' | 'symbol' | 'type' | 'informing'> {
  num: string;
  price: number;
  armed_seq: number;
  armed_at: string;
  executed_at: string | null;
}

const toActive = ({ num: n, price: level, armed_seq: seq, armed_at: at, executed_at: last, ...row }: ActiveRow) => ({
  ...row,
  num: Number(n),
  level,
  seq,
  armedAt: Number(at),
  executedAt: last === null ? null : Number(last),
});

/** Everybody's alerts, for the engine. */
export function firingsStore(db: Db) {
  return {
    /** The pairs with active alerts. */
    async pairs(): Promise<WatchedPair[]> {
      const mark = alertWatermarks;
      const isMark = and(eq(mark.market, market), eq(mark.symbol, symbol));
      const rows = await db
        .select({ market, symbol, armedAt: min(armedAt), price: mark.price, evaluatedAt: mark.evaluatedAt })
        .from(alerts)
        .leftJoin(mark, isMark)
        .where(eq(active, true))
        .groupBy(market, symbol, mark.price, mark.evaluatedAt);
      return rows.map((row) => ({
        market: row.market,
        symbol: row.symbol,
        armedAt: row.armedAt ?? 0,
        mark: row.price && row.evaluatedAt !== null ? { price: row.price, time: row.evaluatedAt } : null,
      }));
    },
    /** Every active alert, a batch at a time: a million never lie in memory as rows. */
    async *active(): AsyncGenerator<ActiveAlert[]> {
      const { sql: text, params } = db.select(ACTIVE).from(alerts).where(eq(active, true)).toSQL();
      for await (const rows of db.$client.unsafe<ActiveRow[]>(text, params as never[]).cursor(AT_ONCE))
        yield rows.map(toActive);
    },
    async activeOne(wanted: number): Promise<ActiveAlert | null> {
      const [row] = await db
        .select(ACTIVE)
        .from(alerts)
        .where(and(eq(num, wanted), eq(active, true)));
      return row ?? null;
    },
    fire: (found: Found, tell: Tell): Promise<AlertRow | null> => db.transaction((tx) => fireIn(tx, found, tell)),
    /** Armed again after its rest, so that a restart knows it. */
    async rearm({ armedAt: at, ...one }: Arming & { armedAt: number }): Promise<void> {
      await db.update(alerts).set({ armedAt: at }).where(isArming(one));
    },
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
