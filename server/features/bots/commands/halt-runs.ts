import { stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotDeps } from '../deps.ts';
import { runsStore } from '../runs/runs.store.ts';
import { successorsStore } from '../runs/successors.store.ts';
import { moveRun } from './move-run.ts';

interface Halt {
  /** Null for all keys. */
  keyId: string | null;
  reason: string;
  /** Stopped, and what they hold traded at market, instead of paused. */
  closes: boolean;
}

/** EX-12: pauses every run that works, its orders taken down, or stops it; one that is starting, once it runs. Safe to repeat. */
export async function haltRuns(deps: BotDeps, userId: string, { keyId, reason, closes }: Halt): Promise<void> {
  const { db } = deps;
  const store = runsStore(db, userId);
  if (closes) await successorsStore(db).drop(userId, keyId === null ? {} : { keyId });
  for (const { run } of await (keyId === null ? store.active() : store.activeOfKey(keyId))) {
    await moveRun(deps, run, {
      to: closes ? stopMove : () => 'paused',
      reason,
      change: ({ counterEarning }) => (closes ? { ending: counterEarning ? 'sell' : 'buy-back' } : { takeDown: true }),
    });
  }
}
