import { setTimeout as sleep } from 'node:timers/promises';
import { isLive } from '../../../domain/position/order-state.ts';
import type { BotDeps } from '../deps.ts';
import { runsStore } from '../runs/runs.store.ts';
import { successorsStore } from '../runs/successors.store.ts';
import { stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import { moveRun } from './move-run.ts';

/** How long the orders of bots are waited for, and how often they are looked at, ms. */
const PATIENCE = 15_000;
const LOOK_EVERY = 200;

type LeaveDeps = Pick<BotDeps, 'db' | 'clock' | 'bus'>;

/** C-21: all bots of a person stop and keep their coins; answers what still rests on the exchange. */
export async function stopAllBots(
  deps: LeaveDeps,
  userId: string,
): Promise<{ connectorName: string; error: string }[]> {
  const { db, clock } = deps;
  const store = runsStore(db, userId);
  await successorsStore(db).drop(userId, 'keep');
  const end = { to: stopMove, reason: null, change: () => ({ ending: 'keep' as const }) };
  for (const { run } of await store.active()) await moveRun(deps, run, end);
  const giveUpAt = clock() + PATIENCE;
  let left = await store.active();
  while (left.length > 0 && clock() < giveUpAt) {
    await sleep(LOOK_EVERY);
    left = await store.active();
  }
  return left
    .filter(({ orders }) => orders.some(({ state }) => isLive(state)))
    .map(({ bot }) => ({ connectorName: bot.name, error: 'Its orders still rest on the exchange.' }));
}
