import { and, count, desc, eq, isNotNull, like, sql } from 'drizzle-orm';
import { CLOSING_INTERVALS } from '#contracts/rules/closing-intervals.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { RowVersion } from '../../db/kept-rows.ts';
import { prepared, preparedShapes } from '../../db/prepared.ts';
import { users } from '../../db/schema/accounts.ts';
import { alerts } from '../../db/schema/alerts.ts';

export type AlertRow = typeof alerts.$inferSelect;
export type NewAlert = Omit<typeof alerts.$inferInsert, 'userId'>;
export type AlertChange = Partial<
  Pick<
    AlertRow,
    | 'price'
    | 'type'
    | 'informing'
    | 'comment'
    | 'favorite'
    | 'sendToTelegram'
    | 'calls'
    | 'active'
    | 'executed'
    | 'seen'
    | 'armedSeq'
    | 'armedAt'
    | 'dueAt'
    | 'changes'
  >
>;

interface ListFilter {
  market: Market;
  favorite: boolean | undefined;
  /** Part of a pair's name: 'xrp_'. */
  search: string;
  offset: number;
  limit: number;
}

const newestFirst = [desc(alerts.sortedAt), desc(alerts.id)];

/** A page of alerts, each with its version and how many alerts there are in all, and that number alone for pages behind the last. */
const pages = preparedShapes((db, { isFavorite, isSearched }: { isFavorite: boolean; isSearched: boolean }) => {
  const given = sql.placeholder;
  const where = and(
    eq(alerts.userId, given('owner')),
    eq(alerts.market, given('market')),
    isFavorite ? eq(alerts.favorite, true) : undefined,
    isSearched ? sql`strpos(${alerts.pair}, ${given('search')}) > 0` : undefined,
  );
  return {
    rows: db
      .select({
        id: alerts.id,
        version: sql<string>`${alerts}.xmin::text`,
        total: sql`count(*) over ()`.mapWith(Number),
      })
      .from(alerts)
      .where(where)
      .orderBy(...newestFirst)
      .limit(given('limit'))
      .offset(given('offset'))
      .prepare('page_of_alerts'),
    all: db.select({ count: count() }).from(alerts).where(where).prepare('count_of_alerts'),
  };
});

const byIds = prepared((db) =>
  db
    .select()
    .from(alerts)
    .where(and(eq(alerts.userId, sql.placeholder('owner')), sql`${alerts.id} = any(${sql.placeholder('ids')}::uuid[])`))
    .orderBy(...newestFirst)
    .prepare('alerts_by_id'),
);

interface AddLimits {
  alerts: number;
  conditions: number;
  series: number;
}
export interface AddFault {
  fault: 'alerts' | 'conditions' | 'series';
  /** Those that the pair has. */
  series?: string[];
}

/** The other series of the same pair and length of bars that active alerts hang on; none where it is one of them. */
async function otherSeries(
  tx: Tx,
  { market, symbol, series }: Pick<NewAlert, 'market' | 'symbol' | 'series'>,
): Promise<string[]> {
  const interval = series?.split(' ')[0];
  if (!series || !interval || !(interval in CLOSING_INTERVALS)) return [];
  // Two people at once would each find room for one more.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${market} ${symbol} ${interval}`}, 0))`);
  const isHere = and(eq(alerts.market, market), eq(alerts.symbol, symbol), eq(alerts.active, true));
  const found = await tx
    .selectDistinct({ series: alerts.series })
    .from(alerts)
    .where(and(isHere, isNotNull(alerts.condition), like(alerts.series, `${interval} %`)));
  const names = found.flatMap(({ series: name }) => name ?? []);
  return names.includes(series) ? [] : names.toSorted();
}

async function addIn(tx: Tx, alert: NewAlert & { userId: string }, most: AddLimits) {
  const { userId } = alert;
  await tx.select({ id: users.userId }).from(users).where(eq(users.userId, userId)).for('update');
  const [held] = await tx
    .select({ all: count(), conditions: count(alerts.condition) })
    .from(alerts)
    .where(eq(alerts.userId, userId));
  if ((held?.all ?? 0) >= most.alerts) return { fault: 'alerts' as const };
  if (alert.condition && (held?.conditions ?? 0) >= most.conditions) return { fault: 'conditions' as const };
  const series = await otherSeries(tx, alert);
  if (series.length >= most.series) return { fault: 'series' as const, series };
  const [added] = await tx.insert(alerts).values(alert).returning();
  if (!added) throw new Error('an alert was not written');
  return { alert: added };
}

/** What to change of an alert; `readOthers` gives the other series of its pair and length of bars. */
type Decide = (alert: AlertRow, readOthers: () => Promise<string[]>) => AlertChange | Promise<AlertChange>;

/** A person's alerts. */
export function alertsStore(db: Db, owner: string) {
  const mine = eq(alerts.userId, owner);
  const one = (id: string) => and(mine, eq(alerts.id, id));
  return {
    /** The alerts of a page and how many there are in all, in one statement. */
    async page({
      market,
      favorite,
      search,
      offset,
      limit,
    }: ListFilter): Promise<{ found: RowVersion[]; total: number }> {
      const { rows, all } = pages(db, { isFavorite: favorite === true, isSearched: search !== '' });
      const values = { owner, market, search, limit, offset };
      const found = await rows.execute(values);
      const [first] = found;
      if (first || offset === 0) return { found, total: first?.total ?? 0 };
      const [counted] = await all.execute(values);
      return { found, total: counted?.count ?? 0 };
    },
    /** Newest first. */
    byIds: (ids: readonly string[]): Promise<AlertRow[]> => byIds(db).execute({ owner, ids }),
    active: (): Promise<AlertRow[]> =>
      db
        .select()
        .from(alerts)
        .where(and(mine, eq(alerts.active, true))),
    async unseen(market?: Market): Promise<string[]> {
      const within = market && eq(alerts.market, market);
      const waiting = and(mine, within, eq(alerts.executed, true), eq(alerts.seen, false));
      const rows = await db
        .select({ id: alerts.id })
        .from(alerts)
        .where(waiting)
        .orderBy(...newestFirst);
      return rows.map(({ id }) => id);
    },
    /** The alert, or which limit the person or the pair has reached. Counted under a lock on the person's own account. */
    add: (alert: NewAlert, most: AddLimits): Promise<{ alert: AlertRow } | AddFault> =>
      db.transaction((tx) => addIn(tx, { ...alert, userId: owner }, most)),
    /** Reads, decides and writes as one: a firing in between waits. Null when there is no such alert. */
    change: (id: string, decide: Decide): Promise<AlertRow | null> =>
      db.transaction(async (tx) => {
        const [found] = await tx.select().from(alerts).where(one(id)).for('update');
        if (!found) return null;
        const change = await decide(found, () => otherSeries(tx, found));
        if (Object.keys(change).length === 0) return found;
        const [changed] = await tx.update(alerts).set(change).where(one(id)).returning();
        return changed ?? null;
      }),
    async remove(id: string): Promise<AlertRow | null> {
      const [removed] = await db.delete(alerts).where(one(id)).returning();
      return removed ?? null;
    },
  };
}

/** What the engines hold of a person. */
export function watchedAlerts(db: Db, owner: string) {
  const { num, market, symbol, userId, active } = alerts;
  return db
    .select({ num, market, symbol })
    .from(alerts)
    .where(and(eq(userId, owner), eq(active, true)));
}
