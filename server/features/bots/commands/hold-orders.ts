import { canMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotDeps } from '../deps.ts';
import { runChanges } from '../run-changes.ts';
import { countResting } from '../runs/resting.store.ts';
import { TIME_OF_DAY } from '../runs/run-texts.ts';
import { runWork } from '../runs/run-work.store.ts';
import { runsStore } from '../runs/runs.store.ts';
import { haltRuns } from './halt-runs.ts';

const TRADING_IS_OFF = 'Your trading is off.';

/** C-12: bots that worked go on; their logs say for how long trading was off. */
async function release({ db, clock, bus, trading }: BotDeps, userId: string): Promise<void> {
  for (const { run } of await runsStore(db, userId).active()) {
    const isHeld = run.state === 'paused' && run.reason === TRADING_IS_OFF;
    if (!isHeld || !canMove(run.state, 'running') || trading.entryRefusal(userId, run.keyId) !== null) continue;
    if (await runWork(db).isIdleCopy(run)) continue;
    const now = clock();
    const [from, to] = [TIME_OF_DAY.format(run.stateSince), TIME_OF_DAY.format(now)];
    const text = `Your trading was off from ${from} to ${to} UTC. It goes on.`;
    await runWork(db).move(run, 'running', { reason: null, now, text, takeDown: false });
    runChanges(bus).publish({ userId, runId: run.id });
  }
}

/** C-12: what a person's own switch does with the orders of their bots. */
export const botHold = (deps: BotDeps) => ({
  resting: (userId: string): Promise<number> => countResting(deps.db, userId),
  /** Takes them down; targets and stops of deals stay. */
  hold: (userId: string): Promise<void> =>
    haltRuns(deps, userId, { keyId: null, reason: TRADING_IS_OFF, closes: false }),
  release: (userId: string): Promise<void> => release(deps, userId),
});
