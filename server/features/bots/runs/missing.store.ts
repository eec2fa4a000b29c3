import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { Db } from '../../../db/database.ts';
import { botLevels, botRuns } from '../../../db/schema/bots.ts';
import { canMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import { addLog, type LogEntry } from '../bot-log.store.ts';
import type { RunNotices } from './run-notices.store.ts';
import type { RunRow } from './runs.store.ts';

/** Leaves the books, at its worth of now in the currency that the run earns. */
export interface LetGo extends Amounts {
  worth: Big;
}

const asText = ({ base, counter }: Amounts) => ({ base: base.toFixed(), counter: counter.toFixed() });

/** What is set with it gone; nothing is missing any more. */
export const withoutTaken = (run: RunRow, { base, counter, worth }: LetGo) => ({
  missing: null,
  takenBase: run.takenBase.plus(base),
  takenCounter: run.takenCounter.plus(counter),
  takenWorth: run.takenWorth.plus(worth),
});

/** While it is as it was read. */
const same = ({ userId, id, state, stateSince }: RunRow) =>
  and(eq(botRuns.userId, userId), eq(botRuns.id, id), eq(botRuns.state, state), eq(botRuns.stateSince, stateSince));

/** C-18: what is missing of runs, each change once, with its line in the log; false where a run has moved meanwhile. */
export function missingStore(db: Db, notices: RunNotices | null = null) {
  async function change(
    run: RunRow,
    set: Partial<RunRow>,
    { to, givesUp = [], text, now }: LogEntry & { to: BotState; givesUp?: readonly number[] },
  ): Promise<boolean> {
    const { userId, id: runId } = run;
    if (to !== run.state && !canMove(run.state, to)) throw new Error(`A run does not go from ${run.state} to ${to}.`);
    const moved = to === run.state ? {} : { state: to, stateSince: now };
    const [isDone, isQueued] = await db.transaction(async (tx) => {
      const written = await tx
        .update(botRuns)
        .set({ ...set, ...moved, dueAt: now })
        .where(same(run))
        .returning({ id: botRuns.id });
      if (written.length === 0) return [false, false];
      if (givesUp.length > 0)
        await tx
          .update(botLevels)
          .set({ off: 'given-up' })
          .where(
            and(
              eq(botLevels.userId, userId),
              eq(botLevels.runId, runId),
              inArray(botLevels.number, [...givesUp]),
              isNull(botLevels.off),
            ),
          );
      await addLog(tx, run, { text, now });
      const notifies = notices !== null && to !== run.state;
      return [true, notifies && (await notices.moved(tx, run, { to, text, now }))];
    });
    if (isQueued) notices?.wake();
    return isDone;
  }

  return {
    /** Its owner is asked; one that is asked already, about this. */
    ask: (run: RunRow, missing: Amounts, entry: LogEntry): Promise<boolean> =>
      change(run, { missing: asText(missing), reason: entry.text }, { ...entry, to: 'attention' }),
    /** It goes on without. */
    goOn: (run: RunRow, gone: LetGo, entry: LogEntry & { givesUp: readonly number[] }): Promise<boolean> =>
      change(run, { ...withoutTaken(run, gone), reason: null, takeDown: false }, { ...entry, to: 'running' }),
    /** Found at its end. */
    letGo: (run: RunRow, gone: LetGo, entry: LogEntry): Promise<boolean> =>
      change(run, withoutTaken(run, gone), { ...entry, to: run.state }),
  };
}
export type MissingStore = ReturnType<typeof missingStore>;
