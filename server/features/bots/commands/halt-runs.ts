import type { BotState } from '#contracts/rules/bot-states.ts';
import { stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotDeps } from '../deps.ts';
import { type RunRow, runsStore } from '../runs/runs.store.ts';
import { successorsStore } from '../runs/successors.store.ts';
import { withoutMissing } from '../runs/without-missing.ts';
import { moveRun } from './move-run.ts';
import { withdrawOrders } from './withdraw-orders.ts';

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

/** C-20: what was to go on with other lines ends for good as well. */
async function dropSuccessors({ db }: BotDeps, userId: string, of: { keyId?: string }): Promise<void> {
  const store = successorsStore(db);
  await store.drop(userId, 'sell', { ...of, counterEarning: true });
  await store.drop(userId, 'buy-back', { ...of, counterEarning: false });
}

/** EX-12, C-12: pauses every run that works, the orders of all that are active taken down, or stops it. Safe to repeat. */
export async function haltRuns(deps: BotDeps, userId: string, { keyId, reason, closes }: Halt): Promise<void> {
  const store = runsStore(deps.db, userId);
  const of = keyId === null ? {} : { keyId };
  if (closes) await dropSuccessors(deps, userId, of);
  for (const { run } of await (keyId === null ? store.active() : store.activeOfKey(keyId))) {
    const state = closes ? run.state : await runsBefore(deps, run);
    await moveRun(
      deps,
      { ...run, state },
      {
        to: closes ? stopMove : () => 'paused',
        reason,
        change: (found) =>
          closes
            ? { ending: found.counterEarning ? 'sell' : 'buy-back', ...withoutMissing(deps, found) }
            : { takeDown: true },
      },
    );
  }
  if (!closes) await withdrawOrders(deps, { userId, states: ['paused', 'attention'], ...of }, reason);
}
