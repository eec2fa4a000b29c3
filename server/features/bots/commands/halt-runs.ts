import type { BotState } from '#contracts/rules/bot-states.ts';
import { stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotDeps } from '../deps.ts';
import { type RunRow, runsStore } from '../runs/runs.store.ts';
import { successorsStore } from '../runs/successors.store.ts';
import { moveRun } from './move-run.ts';

interface Halt {
  /** Null for all keys. */
  keyId: string | null;
  reason: string;
  /** Stopped, and what they hold traded at market, instead of paused. */
  closes: boolean;
}

/**
 * C-2: what is starting runs before it is paused. A run of levels does so now, since its first orders rest already; what it has
 * not placed yet follows once it goes on. Others rest on nothing while they start. Answers the state that it is in.
 */
async function runsBefore(deps: BotDeps, run: RunRow): Promise<BotState> {
  if (run.state !== 'starting' || run.engine !== 'rounds') return run.state;
  const text = 'It is held before all of its orders are placed.';
  return (await moveRun(deps, run, { to: () => 'running', reason: null, text, change: () => ({}) })) ?? 'running';
}

/** EX-12, C-12: pauses every run that works, its orders taken down, or stops it. Safe to repeat. */
export async function haltRuns(deps: BotDeps, userId: string, { keyId, reason, closes }: Halt): Promise<void> {
  const { db } = deps;
  const store = runsStore(db, userId);
  if (closes) await successorsStore(db).drop(userId, keyId === null ? {} : { keyId });
  for (const { run } of await (keyId === null ? store.active() : store.activeOfKey(keyId))) {
    const state = closes ? run.state : await runsBefore(deps, run);
    await moveRun(
      deps,
      { ...run, state },
      {
        to: closes ? stopMove : () => 'paused',
        reason,
        change: ({ counterEarning }) =>
          closes ? { ending: counterEarning ? 'sell' : 'buy-back' } : { takeDown: true },
      },
    );
  }
}
