import { canMove, stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotDeps } from '../deps.ts';
import { runChanges } from '../run-changes.ts';
import { moveText } from '../runs/run-texts.ts';
import { runWork } from '../runs/run-work.store.ts';
import { runsStore } from '../runs/runs.store.ts';
import { successorsStore } from '../runs/successors.store.ts';

interface Halt {
  /** Null for all keys. */
  keyId: string | null;
  reason: string;
  /** Stopped, and what they hold traded at market, instead of paused. */
  closes: boolean;
}

/** EX-12: pauses every run that works, its orders taken down, or stops it; one that is starting, once it runs. Safe to repeat. */
export async function haltRuns(deps: BotDeps, userId: string, { keyId, reason, closes }: Halt): Promise<void> {
  const { db, clock, bus } = deps;
  const store = runsStore(db, userId);
  if (closes) await successorsStore(db).drop(userId, keyId === null ? {} : { keyId });
  for (const { run } of await (keyId === null ? store.active() : store.activeOfKey(keyId))) {
    const to = closes ? stopMove(run.state) : 'paused';
    if (!canMove(run.state, to)) continue;
    const change = closes
      ? { ending: run.counterEarning ? ('sell' as const) : ('buy-back' as const) }
      : { takeDown: true };
    await runWork(db).move(run, to, { reason, now: clock(), text: moveText(to, reason), ...change });
    runChanges(bus).publish({ userId, runId: run.id });
  }
}
