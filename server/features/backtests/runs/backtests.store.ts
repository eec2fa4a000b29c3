import { and, asc, count, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { backtests } from '../../../db/schema/backtests.ts';

type Row = typeof backtests.$inferSelect;
/** Without what is large. */
export type BacktestRow = Omit<Row, 'report' | 'deals' | 'userId'>;
export type QueuedBacktest = BacktestRow & { userId: string };
type NewBacktest = Omit<typeof backtests.$inferInsert, 'userId' | 'state' | 'progress'>;

const shown = {
  id: backtests.id,
  market: backtests.market,
  symbol: backtests.symbol,
  request: backtests.request,
  fee: backtests.fee,
  state: backtests.state,
  progress: backtests.progress,
  error: backtests.error,
  gained: backtests.gained,
  createdAt: backtests.createdAt,
  updatedAt: backtests.updatedAt,
};

/** Runs that are kept; the oldest go first. */
const MOST_KEPT = 50;
const UNDER_WAY: Row['state'][] = ['queued', 'running'];

/** A person's runs over the past. */
export function backtestsStore(db: Db, owner: string) {
  const mine = eq(backtests.userId, owner);
  const one = (id: string) => and(mine, eq(backtests.id, id));
  return {
    all: (): Promise<BacktestRow[]> =>
      db
        .select(shown)
        .from(backtests)
        .where(mine)
        .orderBy(desc(backtests.createdAt), desc(backtests.id))
        .limit(MOST_KEPT),
    async find(id: string): Promise<(BacktestRow & { report: string | null }) | null> {
      const [found] = await db
        .select({ ...shown, report: backtests.report })
        .from(backtests)
        .where(one(id));
      return found ?? null;
    },
    async has(id: string): Promise<boolean> {
      const [found] = await db.select({ id: backtests.id }).from(backtests).where(one(id));
      return found !== undefined;
    },
    async deals(id: string): Promise<Buffer | null> {
      const [found] = await db.select({ deals: backtests.deals }).from(backtests).where(one(id));
      return found?.deals ?? null;
    },
    /** False when `most` wait already. Counted under a lock on the person's own account; old ones make room. */
    add: (row: NewBacktest, most: number): Promise<boolean> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const waiting = and(mine, inArray(backtests.state, UNDER_WAY));
        const [held] = await tx.select({ count: count() }).from(backtests).where(waiting);
        if ((held?.count ?? 0) >= most) return false;
        await tx.insert(backtests).values({ ...row, userId: owner, state: 'queued', progress: 0 });
        const kept = await tx
          .select({ id: backtests.id })
          .from(backtests)
          .where(mine)
          .orderBy(desc(backtests.createdAt), desc(backtests.id))
          .limit(MOST_KEPT);
        const ids = kept.map(({ id }) => id);
        await tx.delete(backtests).where(and(mine, notInArray(backtests.id, ids)));
        return true;
      }),
    /** Ends one that waits or runs; null where there is none. */
    async stop(id: string, now: number): Promise<Row['state'] | null> {
      const stopped = await db
        .update(backtests)
        .set({ state: 'stopped', error: null, updatedAt: now })
        .where(and(one(id), inArray(backtests.state, UNDER_WAY)))
        .returning({ state: backtests.state });
      return stopped[0]?.state ?? null;
    },
    async remove(id: string): Promise<boolean> {
      const gone = await db.delete(backtests).where(one(id)).returning({ id: backtests.id });
      return gone.length > 0;
    },
  };
}

export interface Ended {
  state: 'done' | 'failed' | 'interrupted';
  error?: string;
  report?: string;
  gained?: number;
  deals?: Buffer;
}

/** One that is under way. */
const underWay = ({ userId, id }: Pick<QueuedBacktest, 'userId' | 'id'>) =>
  and(eq(backtests.userId, userId), eq(backtests.id, id), eq(backtests.state, 'running'));

/** Runs of all people, for the process that works on them. */
export function backtestQueue(db: Db) {
  return {
    /** Begins the oldest that waits whose owner has none under way; null where there is none. */
    async take(now: number): Promise<QueuedBacktest | null> {
      const busy = db.select({ userId: backtests.userId }).from(backtests).where(eq(backtests.state, 'running'));
      const next = db
        .select({ id: backtests.id })
        .from(backtests)
        .where(and(eq(backtests.state, 'queued'), notInArray(backtests.userId, busy)))
        .orderBy(asc(backtests.createdAt), asc(backtests.id))
        .limit(1);
      const [taken] = await db
        .update(backtests)
        .set({ state: 'running', updatedAt: now })
        .where(and(eq(backtests.state, 'queued'), inArray(backtests.id, next)))
        .returning({ ...shown, userId: backtests.userId });
      return taken ?? null;
    },
    /** False where it was stopped or deleted meanwhile. */
    async progress(row: QueuedBacktest, progress: number, now: number): Promise<boolean> {
      const still = await db
        .update(backtests)
        .set({ progress: sql`greatest(${backtests.progress}, ${progress}::real)`, updatedAt: now })
        .where(underWay(row))
        .returning({ id: backtests.id });
      return still.length > 0;
    },
    /** False where it was stopped or deleted meanwhile. */
    async end(row: QueuedBacktest, ended: Ended, now: number): Promise<boolean> {
      const stored = await db
        .update(backtests)
        .set({ ...ended, ...(ended.state === 'done' && { progress: 1 }), updatedAt: now })
        .where(underWay(row))
        .returning({ id: backtests.id });
      return stored.length > 0;
    },
    /** What a process that ended left behind. */
    interruptAll: async (error: string, now: number): Promise<void> => {
      await db
        .update(backtests)
        .set({ state: 'interrupted', error, updatedAt: now })
        .where(eq(backtests.state, 'running'));
    },
  };
}
