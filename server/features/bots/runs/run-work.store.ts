import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { botLevels, botRuns, bots } from '../../../db/schema/bots.ts';
import { keys } from '../../../db/schema/keys.ts';
import { canMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BegunLevel } from '../../../domain/strategies/rounds/begin-levels.ts';
import type { RunNotices } from './run-notices.store.ts';
import { trendMoves } from './trend-moves.store.ts';
import { addLog } from '../bot-log.store.ts';
import { isActive, type NewLevel, type ReachedStop, type RunRef, type RunRow } from './runs.store.ts';

const named = ({ userId, runId }: RunRef) => and(eq(botRuns.userId, userId), eq(botRuns.id, runId));

export type RunChange = Partial<
  Pick<
    RunRow,
    | 'takeDown'
    | 'ending'
    | 'stoppedAt'
    | 'reached'
    | 'watchedSince'
    | 'missing'
    | 'takenBase'
    | 'takenCounter'
    | 'takenWorth'
  >
>;

/** Runs of a person that place nothing; of all bots and keys unless named. */
export interface HeldRuns {
  userId: string;
  states: readonly ('paused' | 'attention')[];
  botId?: string | undefined;
  keyId?: string | undefined;
}

/** How a run goes on, each change once, by whichever process. */
const moves = (db: Db, notices: RunNotices | null) => ({
  /** C-2: false where the run has moved meanwhile; a move that is not listed is never written. */
  async move(
    run: RunRow,
    to: BotState,
    of: { reason: string | null; now: number; text: string } & RunChange,
  ): Promise<boolean> {
    if (!canMove(run.state, to)) throw new Error(`A run does not go from ${run.state} to ${to}.`);
    const { reason, now, text, ...change } = of;
    let isQueued = false;
    const isMoved = await db.transaction(async (tx) => {
      const moved = await tx
        .update(botRuns)
        .set({
          ...change,
          state: to,
          stateSince: now,
          // Why it stopped stays readable.
          reason: to === 'stopped' ? (reason ?? run.reason) : reason,
          dueAt: now,
          ...(to === 'stopped' && { stoppedAt: now }),
        })
        .where(and(named({ userId: run.userId, runId: run.id }), eq(botRuns.state, run.state)))
        .returning({ id: botRuns.id });
      if (moved.length === 0) return false;
      await addLog(tx, run, { text, now });
      isQueued = (await notices?.moved(tx, run, { to, text: reason ?? text, now })) ?? false;
      return true;
    });
    if (isMoved && isQueued) notices?.wake();
    return isMoved;
  },
  /** what each level begins with, once. */
  begin: (run: RunRow, levels: readonly BegunLevel[], now: number): Promise<boolean> =>
    db.transaction(async (tx) => {
      const begun = await tx
        .update(botRuns)
        .set({ begunAt: now })
        .where(and(named({ userId: run.userId, runId: run.id }), sql`${botRuns.begunAt} is null`))
        .returning({ id: botRuns.id });
      if (begun.length === 0) return false;
      for (const { level, start } of levels) {
        const one = and(
          eq(botLevels.userId, run.userId),
          eq(botLevels.runId, run.id),
          eq(botLevels.number, level.number),
        );
        const { startsBy, firstPrice = null } = level;
        await tx
          .update(botLevels)
          .set({ startsBy, firstPrice, startBase: start.base, startCounter: start.counter })
          .where(one);
      }
      return true;
    }),
});

/** What is written of runs that place nothing. */
const holds = (db: Db) => ({
  /** C-8, C-12: the orders of runs that place nothing come down as well, once; answers the runs whose orders were left. */
  withdraw: (
    { userId, states, botId, keyId }: HeldRuns,
    { text, now }: { text: string; now: number },
  ): Promise<RunRef[]> =>
    db.transaction(async (tx) => {
      const withdrawn = await tx
        .update(botRuns)
        .set({ takeDown: true, dueAt: now })
        .where(
          and(
            eq(botRuns.userId, userId),
            inArray(botRuns.state, [...states]),
            ne(botRuns.engine, 'basket'),
            eq(botRuns.takeDown, false),
            botId === undefined ? undefined : eq(botRuns.botId, botId),
            keyId === undefined ? undefined : eq(botRuns.keyId, keyId),
          ),
        )
        .returning({ userId: botRuns.userId, id: botRuns.id, botId: botRuns.botId });
      for (const run of withdrawn) await addLog(tx, run, { text, now });
      return withdrawn.map(({ id: runId }) => ({ userId, runId }));
    }),
});

/** What runs wait for. */
const waits = (db: Db) => ({
  /** false where another one wrote it, or the run has moved. */
  async reach(run: RunRow, reached: ReachedStop): Promise<boolean> {
    const before = run.reached;
    const same = before === null ? isNull(botRuns.reached) : sql`(${botRuns.reached} ->> 'isBack')::boolean`;
    const written = await db
      .update(botRuns)
      .set({ reached })
      .where(and(named({ userId: run.userId, runId: run.id }), eq(botRuns.state, run.state), same))
      .returning({ id: botRuns.id });
    return written.length > 0;
  },
  /** Its price has come: it begins with what its settings make of the market of now. */
  startWaiting: (
    run: RunRow,
    {
      planned,
      levels,
      now,
      text,
    }: { planned: Partial<RunRow>; levels: readonly NewLevel[] | null; now: number; text: string },
  ): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { userId, id: runId } = run;
      const moved = await tx
        .update(botRuns)
        .set({ ...planned, state: 'starting', stateSince: now, watchedSince: now, dueAt: now })
        .where(and(named({ userId, runId }), eq(botRuns.state, 'waiting')))
        .returning({ id: botRuns.id });
      if (moved.length === 0) return false;
      if (levels) {
        await tx.delete(botLevels).where(and(eq(botLevels.userId, userId), eq(botLevels.runId, runId)));
        await tx.insert(botLevels).values(levels.map((level) => Object.assign(level, { runId, userId })));
      }
      await addLog(tx, run, { text, now });
      return true;
    }),
  /** C-20: other stop conditions count from now on. */
  async watchAnew(userId: string, botId: string, now: number): Promise<RunRef[]> {
    const changed = await db
      .update(botRuns)
      .set({ watchedSince: now, reached: null, stopMoved: null, dueAt: now })
      .where(and(eq(botRuns.userId, userId), eq(botRuns.botId, botId), isActive))
      .returning({ runId: botRuns.id });
    return changed.map(({ runId }) => ({ userId, runId }));
  },
  /** T-9: false where the run has moved meanwhile. */
  turnOutside: (run: RunRow, outside: boolean, { text, now }: { text: string; now: number }): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { userId, id: runId } = run;
      const turned = await tx
        .update(botRuns)
        .set({ outside, dueAt: now })
        .where(and(named({ userId, runId }), eq(botRuns.state, 'running'), eq(botRuns.outside, !outside)))
        .returning({ id: botRuns.id });
      if (turned.length > 0) await addLog(tx, run, { text, now });
      return turned.length > 0;
    }),
});

/** Runs of whomever, as they stand. */
const reads = (db: Db) => ({
  /** C-3: runs of copy keys whose owner has switched their copying off. */
  async ofIdleCopies(): Promise<RunRow[]> {
    const rows = await db
      .select({ run: botRuns })
      .from(botRuns)
      .innerJoin(keys, and(eq(keys.userId, botRuns.userId), eq(keys.id, botRuns.keyId)))
      .where(and(gt(botRuns.ordinal, 0), eq(botRuns.state, 'running'), eq(keys.inProcess, false)));
    return rows.map(({ run }) => run);
  },
  /** C-3: whether its key is a copy key that does not copy at the moment. */
  async isIdleCopy({ userId, keyId, ordinal }: RunRow): Promise<boolean> {
    if (ordinal === 0) return false;
    const idle = and(eq(keys.userId, userId), eq(keys.id, keyId), eq(keys.inProcess, false));
    return (await db.select({ id: keys.id }).from(keys).where(idle)).length > 0;
  },
  /** All runs that are active, with what they may wait for. */
  waiting: () =>
    db
      .select({ run: botRuns, bot: bots })
      .from(botRuns)
      .innerJoin(bots, and(eq(bots.userId, botRuns.userId), eq(bots.id, botRuns.botId)))
      .where(isActive),
});

/** Asked twice a second. */
const due = prepared((db) =>
  db
    .select({ userId: botRuns.userId, runId: botRuns.id })
    .from(botRuns)
    .where(and(isNotNull(botRuns.dueAt), lte(botRuns.dueAt, sql.placeholder('now')), isActive))
    .prepare('due_runs'),
);

const ACTIVE = {
  userId: botRuns.userId,
  runId: botRuns.id,
  keyId: botRuns.keyId,
  market: botRuns.market,
  symbol: botRuns.symbol,
  state: botRuns.state,
  engine: botRuns.engine,
};
type ActiveRun = RunRef & Pick<RunRow, 'keyId' | 'market' | 'symbol' | 'state' | 'engine'>;

/** When runs are looked at. */
const times = (db: Db) => ({
  /** Runs that are to be looked at by now. */
  due: (now: number): Promise<RunRef[]> => due(db).execute({ now }),
  /** Unless it was made due anew meanwhile. */
  async setDue({ userId, id, dueAt }: RunRow, next: number | null): Promise<void> {
    if (dueAt === next) return;
    const same = dueAt === null ? sql`${botRuns.dueAt} is null` : eq(botRuns.dueAt, dueAt);
    await db
      .update(botRuns)
      .set({ dueAt: next })
      .where(and(named({ userId, runId: id }), same));
  },
  /** PB-1: runs of a key that open deals are looked at by then: something about its orders has changed. */
  async wakeDeals(keyId: string, at: number): Promise<void> {
    const later = sql`coalesce(${botRuns.dueAt}, ${at + 1}) > ${at}`;
    await db
      .update(botRuns)
      .set({ dueAt: at })
      .where(and(eq(botRuns.keyId, keyId), eq(botRuns.engine, 'deals'), isActive, later));
  },
  active: (): Promise<ActiveRun[]> => db.select(ACTIVE).from(botRuns).where(isActive),
  activeOf: ({ userId, keyId }: { userId: string; keyId: string }): Promise<ActiveRun[]> =>
    db
      .select(ACTIVE)
      .from(botRuns)
      .where(and(eq(botRuns.userId, userId), eq(botRuns.keyId, keyId), isActive)),
  /** C-20: what it works by has changed. */
  async wakeBot(userId: string, botId: string, now: number): Promise<RunRef[]> {
    const woken = await db
      .update(botRuns)
      .set({ dueAt: now, roundsNotified: null })
      .where(and(eq(botRuns.userId, userId), eq(botRuns.botId, botId), isActive))
      .returning({ runId: botRuns.id });
    return woken.map(({ runId }) => ({ userId, runId }));
  },
  /** A level's decision of its owner. */
  async leaveOut({ userId, runId }: RunRef, numbers: readonly number[]): Promise<void> {
    await db
      .update(botLevels)
      .set({ leftOut: true })
      .where(and(eq(botLevels.userId, userId), eq(botLevels.runId, runId), inArray(botLevels.number, [...numbers])));
  },
  async wake({ userId, runId }: RunRef, now: number): Promise<void> {
    await db
      .update(botRuns)
      .set({ dueAt: now })
      .where(and(named({ userId, runId }), ne(botRuns.state, 'stopped')));
  },
});

/** What the engine reads and writes for all people. Notices report moves that owners did not make themselves. */
export const runWork = (db: Db, notices: RunNotices | null = null) => ({
  ...moves(db, notices),
  ...holds(db),
  ...trendMoves(db),
  ...waits(db),
  ...reads(db),
  ...times(db),
});
export type RunWork = ReturnType<typeof runWork>;
