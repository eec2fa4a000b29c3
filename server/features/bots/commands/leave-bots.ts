import { setTimeout as sleep } from 'node:timers/promises';
import { isLive } from '../../../domain/position/order-state.ts';
import type { BotDeps } from '../deps.ts';
import { runsStore, type StoredRun } from '../runs/runs.store.ts';
import { successorsStore } from '../runs/successors.store.ts';
import { stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import { moveRun } from './move-run.ts';

/** How long the orders of bots are waited for, and how often they are looked at, ms. */
const PATIENCE = 15_000;
const LOOK_EVERY = 200;

type LeaveDeps = Pick<BotDeps, 'db' | 'clock' | 'bus'>;

/** Ends every run for good; answers those that were active before. */
async function endAll(deps: LeaveDeps, userId: string): Promise<StoredRun[]> {
  await successorsStore(deps.db).drop(userId, 'keep');
  const active = await runsStore(deps.db, userId).active();
  const end = { to: stopMove, reason: null, change: () => ({ ending: 'keep' as const }) };
  for (const { run } of active) await moveRun(deps, run, end);
  return active;
}

/** C-21: all bots of a person stop and keep their coins; answers what still rests on the exchange. */
export async function stopAllBots(
  deps: LeaveDeps,
  userId: string,
): Promise<{ connectorName: string; error: string }[]> {
  const giveUpAt = deps.clock() + PATIENCE;
  let left = await endAll(deps, userId);
  while (left.length > 0 && deps.clock() < giveUpAt) {
    await sleep(LOOK_EVERY);
    left = await endAll(deps, userId);
  }
  return left
    .filter(({ orders }) => orders.some(({ state }) => isLive(state)))
    .map(({ bot }) => ({ connectorName: bot.name, error: 'Its orders still rest on the exchange.' }));
}
