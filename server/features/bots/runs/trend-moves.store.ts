import { and, eq, isNull } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Db, Tx } from '../../../db/database.ts';
import { botLevels, botRuns } from '../../../db/schema/bots.ts';
import type { GridLevel } from '../../../domain/strategies/rounds/level.ts';
import type { LevelStart } from '../../../domain/strategies/rounds/level-fold.ts';
import { addLog, type LogEntry } from '../bot-log.store.ts';
import { levelRow } from './new-run.ts';
import type { RunRow } from './runs.store.ts';

interface Shifted extends Omit<LogEntry, 'level'> {
  level: GridLevel;
  start: LevelStart;
  /** By how much the lower stop moves along; null where it stays. */
  stopMoved: Big | null;
}

const ofRun = ({ userId, id }: RunRow) => and(eq(botLevels.userId, userId), eq(botLevels.runId, id));

/** While it runs; false where it has moved meanwhile. */
async function isRunning(tx: Tx, { userId, id }: RunRow): Promise<boolean> {
  const mine = and(eq(botRuns.userId, userId), eq(botRuns.id, id), eq(botRuns.state, 'running'));
  return (await tx.select({ id: botRuns.id }).from(botRuns).where(mine).for('update')).length > 0;
}

/** T-5: how a grid follows the price, each change once. */
export const trendMoves = (db: Db) => ({
  takeOff: (run: RunRow, level: number, entry: LogEntry): Promise<boolean> =>
    db.transaction(async (tx) => {
      if (!(await isRunning(tx, run))) return false;
      const off = await tx
        .update(botLevels)
        .set({ off: 'waiting' })
        .where(and(ofRun(run), eq(botLevels.number, level), isNull(botLevels.off)))
        .returning({ number: botLevels.number });
      if (off.length === 0) return false;
      const mine = and(eq(botRuns.userId, run.userId), eq(botRuns.id, run.id));
      await tx.update(botRuns).set({ shiftedAt: entry.now }).where(mine);
      await addLog(tx, run, { ...entry, level });
      return true;
    }),
  putBack: (run: RunRow, level: number, entry: LogEntry): Promise<boolean> =>
    db.transaction(async (tx) => {
      const back = await tx
        .update(botLevels)
        .set({ off: null })
        .where(and(ofRun(run), eq(botLevels.number, level), eq(botLevels.off, 'waiting')))
        .returning({ number: botLevels.number });
      if (back.length > 0) await addLog(tx, run, { ...entry, level });
      return back.length > 0;
    }),
  /** The level that is off gives its place to a new one. */
  shift: (run: RunRow, { level, start, stopMoved, ...entry }: Shifted): Promise<boolean> =>
    db.transaction(async (tx) => {
      if (!(await isRunning(tx, run))) return false;
      const replaced = await tx
        .update(botLevels)
        .set({ off: 'replaced' })
        .where(and(ofRun(run), eq(botLevels.off, 'waiting')))
        .returning({ number: botLevels.number });
      if (replaced.length === 0) return false;
      const { userId, id: runId } = run;
      const amounts = { startBase: start.base, startCounter: start.counter };
      await tx.insert(botLevels).values({ ...levelRow(level), ...amounts, userId, runId });
      if (stopMoved) {
        const moved = stopMoved.plus(run.stopMoved ?? 0);
        const mine = and(eq(botRuns.userId, userId), eq(botRuns.id, runId));
        // Prices count for a stop that has moved from now on.
        await tx.update(botRuns).set({ stopMoved: moved, watchedSince: entry.now }).where(mine);
      }
      await addLog(tx, run, { ...entry, level: level.number });
      return true;
    }),
});
