import type { BotState } from '#contracts/rules/bot-states.ts';
import { canMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotDeps } from '../deps.ts';
import { runChanges } from '../run-changes.ts';
import { moveText } from '../runs/run-texts.ts';
import { type RunChange, runWork } from '../runs/run-work.store.ts';
import { type RunRow, runsStore } from '../runs/runs.store.ts';

export interface Move {
  to: (from: BotState) => BotState;
  reason: string | null;
  /** Of the line in its log; the usual one unless given. */
  text?: string;
  change: (run: RunRow) => RunChange;
}

/**
 * C-2: moves a run for its owner, or for a limit. One that the engine has moved since it was read is read again, and moved
 * from the state that it has by then. Null once it is moved; else the state that it is in, from which there is no such move.
 */
export async function moveRun(
  { db, clock, bus }: Pick<BotDeps, 'db' | 'clock' | 'bus'>,
  found: RunRow,
  { to, reason, text, change }: Move,
): Promise<BotState | null> {
  let run = found;
  for (;;) {
    const next = to(run.state);
    if (!canMove(run.state, next)) return run.state;
    const of = { reason, now: clock(), text: text ?? moveText(next, reason), ...change(run) };
    const isMoved = await runWork(db).move(run, next, of);
    if (isMoved) {
      runChanges(bus).publish({ userId: run.userId, runId: run.id });
      return null;
    }
    const again = await runsStore(db, run.userId).find(run.id);
    if (!again) return run.state;
    ({ run } = again);
  }
}
