import type { BotEnding } from '#contracts/bot-stop.ts';
import type { BotState } from '#contracts/rules/bot-states.ts';
import { resumeMove, stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotDeps } from '../deps.ts';
import { asksAboutStop } from '../runs/run-conditions.ts';
import type { RunChange } from '../runs/run-work.store.ts';
import { type RunRow, runsStore, type StoredRun } from '../runs/runs.store.ts';
import { successorsStore } from '../runs/successors.store.ts';
import { missingOf } from '../runs/kept-of-run.ts';
import { withoutTaken } from '../runs/missing.store.ts';
import { letGoAt } from '../runs/missing-of-key.ts';
import { botsStore } from '../bots.store.ts';
import { gone } from './drafts.ts';
import { type Move, moveRun } from './move-run.ts';

interface Named {
  userId: string;
  botId: string;
}

const STATE_NAMES: Record<BotState, string> = {
  draft: 'is a draft',
  waiting: 'waits for its price',
  starting: 'is starting',
  running: 'runs',
  paused: 'is paused',
  attention: 'needs you',
  stopping: 'is stopping',
  stopped: 'has stopped',
};

/** Each run of a bot that can; why not, where none of them can: `what` is not done. */
async function moveRuns(
  deps: BotDeps,
  { userId, botId }: Named,
  { what, ...move }: Move & { what: string },
): Promise<string | null> {
  const { db } = deps;
  if (!(await botsStore(db, userId).find(botId))) throw gone();
  const states: (BotState | null)[] = [];
  for (const { run } of await runsStore(db, userId).ofBot(botId)) states.push(await moveRun(deps, run, move));
  const [main] = states;
  if (main === undefined) return `This bot is a draft: ${what}.`;
  return main === null || states.includes(null) ? null : `This bot ${STATE_NAMES[main]}: ${what}.`;
}

/** C-8. */
export const pauseBot = (deps: BotDeps, named: Named, takeDown: boolean): Promise<string | null> =>
  moveRuns(deps, named, {
    to: () => 'paused',
    what: 'only one that runs can be paused',
    reason: 'Paused by you.',
    change: () => ({ takeDown }),
  });

const MISSING =
  'Some of this bot’s coins or money are missing on its key. Choose to go on with what is left, or stop it.';

/** EX-12: paused by a limit, a bot stays so while that is reached. */
export function closedBy(deps: Pick<BotDeps, 'trading'>, userId: string, runs: readonly StoredRun[]): string | null {
  const [closed] = runs.flatMap(({ run }) => deps.trading.entryRefusal(userId, run.keyId) ?? []);
  return closed ?? null;
}

/** C-8: it compares first, then places what is missing. */
export async function resumeBot(deps: BotDeps, named: Named): Promise<string | null> {
  deps.trading.mustBeOpen(named.userId);
  const runs = await runsStore(deps.db, named.userId).ofBot(named.botId);
  const closed = closedBy(deps, named.userId, runs);
  if (closed !== null) return closed;
  if (runs.some(({ run }) => run.missing !== null)) return MISSING;
  return moveRuns(deps, named, {
    to: resumeMove,
    what: 'only one that is paused can be resumed',
    reason: null,
    // its owner has seen that the price was beyond its stop; it counts anew.
    change: (run) => ({ takeDown: false, ...(asksAboutStop(run) && { reached: null, watchedSince: deps.clock() }) }),
  });
}

/** C-9. A second press of the same is the first one. */
export async function stopBot(deps: BotDeps, named: Named, coins: BotEnding): Promise<string | null> {
  const runs = await runsStore(deps.db, named.userId).ofBot(named.botId);
  const [main] = runs;
  if (main && coins === 'buy-back' && main.run.counterEarning)
    return 'Only a bot that earns the coin can buy back. Choose to keep or to sell the coins.';
  // C-20: one that was to go on with other lines ends for good.
  const isDropped = await successorsStore(deps.db).drop(named.userId, { botId: named.botId });
  if (isEnding(runs) && (isDropped || main?.run.ending === coins)) return null;
  const refusal = await moveRuns(deps, named, {
    to: stopMove,
    what: 'there is nothing to stop',
    reason: null,
    change: (run) => ({ ending: coins, ...withoutMissing(deps, run) }),
  });
  if (refusal === null) return null;
  const now = await runsStore(deps.db, named.userId).ofBot(named.botId);
  return isEnding(now) && now[0]?.run.ending === coins ? null : refusal;
}

const isEnding = (runs: readonly StoredRun[]): boolean =>
  runs.length > 0 && runs.every(({ run }) => run.state === 'stopping' || run.state === 'stopped');

/** C-18: what is missing is its no more. */
function withoutMissing({ markets }: BotDeps, run: RunRow): RunChange {
  const missing = missingOf({ run });
  if (!missing) return {};
  const price = markets.lastPrice(run.market, run.symbol)?.price ?? run.marketPrice;
  return withoutTaken(run, letGoAt(run, missing, price));
}
