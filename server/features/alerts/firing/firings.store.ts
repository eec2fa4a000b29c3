import { and, count, eq, inArray, isNull, min, sql } from 'drizzle-orm';
import type { AlertType } from '#contracts/alerts.ts';
import type { Big } from 'big.js';
import type { Db, Tx } from '../../../db/database.ts';
import { alerts, firings } from '../../../db/schema/alerts.ts';
import { nextDue } from '../../../domain/conditions/clock-time.ts';
import type { Armed } from '../levels/alert-table.ts';
import type { AlertRow } from '../alerts.store.ts';
import type { Arming } from '../levels/level-book.ts';

/** A crossing that was found. */
export interface Crossing {
  id: string;
  /** Of the alert's row. */
  num: number;
  /** The arming that it uses up. */
  armedSeq: number;
  price: Big | null;
  /** By the exchange's clock; `firedAt` by ours. UTC epoch ms. */
  crossedAt: number;
  firedAt: number;
  late: boolean;
  /** Which of several things it was. */
  note: string | null;
  /** K-2: by the value of a bar that was open. */
  duringBar: boolean;
  /** Too late for a notice. */
  isOnlyListed: boolean;
}

/** A pair with active alerts. */
export interface WatchedPair {
  market: string;
  symbol: string;
  /** Of its alerts the first, UTC epoch ms. */
  armedAt: number;
}

/** What the engine reads of an active alert. */
export interface ActiveAlert extends Armed {
  market: string;
  symbol: string;
  armedAt: number;
  executedAt: number | null;
}

const isArming = ({ num, seq }: Arming) => and(eq(alerts.num, num), eq(alerts.armedSeq, seq), eq(alerts.active, true));

/** A crossing that was written down. */
export interface Fired {
  found: Crossing;
  /** As it stands now. */
  row: AlertRow;
  /** The person's executed alerts that they have not seen. */
  unseen: number;
}
type Notify = (tx: Tx, fired: Fired[]) => Promise<void>;

/** Takes up the armings that still hold, in one order for all processes, so that none waits for the other in a circle. */
async function takeArmings(tx: Tx, found: readonly Crossing[]): Promise<AlertRow[]> {
  const wanted = found.map(({ num, armedSeq }) => sql`(${num}::bigint, ${armedSeq}::int)`);
  const isWanted = sql`(${alerts.num}, ${alerts.armedSeq}) in (${sql.join(wanted, sql`, `)})`;
  const held = tx
    .select({ num: alerts.num })
    .from(alerts)
    .where(and(isWanted, eq(alerts.active, true)))
    .orderBy(alerts.num)
    .for('update');
  const firedAt = found[0]?.firedAt ?? 0;
  const late = found.filter((one) => one.late).map((one) => one.num);
  return tx
    .update(alerts)
    .set({
      armedSeq: sql`${alerts.armedSeq} + 1`,
      active: sql`${alerts.informing} = 'ALWAYS'`,
      executed: true,
      seen: false,
      executedAt: firedAt,
      sortedAt: firedAt,
      late: late.length === 0 ? false : inArray(alerts.num, late),
    })
    .where(inArray(alerts.num, held))
    .returning();
}

async function unseenOf(tx: Tx, people: string[]): Promise<Map<string, number>> {
  const waiting = and(inArray(alerts.userId, people), eq(alerts.executed, true), eq(alerts.seen, false));
  const counts = await tx
    .select({ userId: alerts.userId, unseen: count() })
    .from(alerts)
    .where(waiting)
    .groupBy(alerts.userId);
  return new Map(counts.map(({ userId, unseen }) => [userId, unseen]));
}

/** What lies before its firing is decided: a restart goes on from there. */
function decidedUntil({ condition }: AlertRow, crossedAt: number) {
  if (condition?.kind !== 'time') return { armedAt: crossedAt };
  return { armedAt: crossedAt, dueAt: nextDue(condition.time, crossedAt) };
}

/**
 * A-03: the firings, the alerts' new state and whatever `notify` writes are one transaction, and happen once for each
 * arming, however many processes try. An arming that was used up or undone before is not in the answer.
 */
async function fireIn(tx: Tx, found: readonly Crossing[], notify: Notify): Promise<AlertRow[]> {
  const rows = await takeArmings(tx, found);
  if (rows.length === 0) return [];
  const foundOf = new Map(found.map((one) => [one.num, one]));
  for (const row of rows) {
    const crossedAt = foundOf.get(row.num)?.crossedAt;
    if (row.condition && crossedAt !== undefined)
      await tx.update(alerts).set(decidedUntil(row, crossedAt)).where(eq(alerts.num, row.num));
  }
  const unseen = await unseenOf(tx, [...new Set(rows.map(({ userId }) => userId))]);
  const fired = rows.flatMap((row) => {
    const one = foundOf.get(row.num);
    return one ? [{ found: one, row, unseen: unseen.get(row.userId) ?? 0 }] : [];
  });
  await tx.insert(firings).values(
    fired.map(({ found: one, row: { userId, id: alertId, calls: wanted, pair } }) => {
      const { id, armedSeq, price, crossedAt, firedAt, late, note, duringBar, isOnlyListed } = one;
      const calls = wanted && !isOnlyListed ? { ...wanted, pair } : null;
      return { id, userId, alertId, armedSeq, price, crossedAt, firedAt, late, note, duringBar, calls };
    }),
  );
  await notify(tx, fired);
  return rows;
}

const ACTIVE = {
  num: alerts.num,
  market: alerts.market,
  symbol: alerts.symbol,
  level: sql<number>`${alerts.price}::float8`,
  type: sql<AlertType>`${alerts.type}`,
  informing: alerts.informing,
  seq: alerts.armedSeq,
  armedAt: alerts.armedAt,
  executedAt: alerts.executedAt,
};

const toActive = (line: string): ActiveAlert => {
  const [n, inMarket = '', of = '', level, kind, often, seq, at, last] = line.split('\t');
  return {
    num: Number(n),
    market: inMarket,
    symbol: of,
    level: Number(level),
    type: kind as ActiveAlert['type'],
    informing: often as ActiveAlert['informing'],
    seq: Number(seq),
    armedAt: Number(at),
    executedAt: last === '\\N' ? null : Number(last),
  };
};

/** All people's alerts, for the engine. */
export function firingsStore(db: Db) {
  return {
    /** The pairs with active alerts. */
    async pairs(): Promise<WatchedPair[]> {
      const { market, symbol, armedAt, active } = alerts;
      const pairs = await db
        .select({ market, symbol, armedAt: min(armedAt) })
        .from(alerts)
        .where(and(eq(active, true), isNull(alerts.condition)))
        .groupBy(market, symbol);
      return pairs.map((pair) => ({ market: pair.market, symbol: pair.symbol, armedAt: pair.armedAt ?? 0 }));
    },
    /** The active alerts of these pairs, some at a time: a million never lie in memory as rows. A third of a cursor's time. */
    async *active(pairs: readonly Pick<WatchedPair, 'market' | 'symbol'>[]): AsyncGenerator<ActiveAlert[]> {
      if (pairs.length === 0) return;
      // COPY takes no parameters: in hexadecimal nothing can be mistaken for SQL.
      const names = Buffer.from(JSON.stringify(pairs.map(({ market, symbol }) => `${market}.${symbol}`))).toString(
        'hex',
      );
      const lines = await db.$client
        .unsafe(
          `copy (select num, market, symbol, price::float8, type, informing, armed_seq, armed_at, executed_at
            from json_array_elements_text(convert_from(decode('${names}', 'hex'), 'utf8')::json) as wanted (name)
            join alerts on market || '.' || symbol = name where active and condition is null) to stdout`,
        )
        .readable();
      // A chunk is whole lines: the driver hands them over one by one.
      for await (const chunk of lines) yield (chunk as Buffer).toString().trimEnd().split('\n').map(toActive);
    },
    async activeOne(num: number): Promise<ActiveAlert | null> {
      const [row] = await db
        .select(ACTIVE)
        .from(alerts)
        .where(and(eq(alerts.num, num), eq(alerts.active, true), isNull(alerts.condition)));
      return row ?? null;
    },
    fire: (found: readonly Crossing[], notify: Notify): Promise<AlertRow[]> =>
      db.transaction((tx) => fireIn(tx, found, notify)),
    /** Armed again after its cooldown, so that a restart knows it. */
    async rearm({ armedAt: at, ...one }: Arming & { armedAt: number }): Promise<void> {
      await db.update(alerts).set({ armedAt: at }).where(isArming(one));
    },
  };
}
export type FiringsStore = ReturnType<typeof firingsStore>;
