import type { BotEnding } from '#contracts/bot-stop.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { BotState } from '#contracts/rules/bot-states.ts';
import { resumeMove, stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotDeps } from '../deps.ts';
import { asksAboutStop } from '../runs/run-conditions.ts';
import { runWork } from '../runs/run-work.store.ts';
import { type RunRow, runsStore, type StoredRun } from '../runs/runs.store.ts';
import { successorsStore } from '../runs/successors.store.ts';
import { runEndings } from '../runs/run-endings.store.ts';
import { withoutMissing } from '../runs/without-missing.ts';
import { botsStore } from '../bots.store.ts';
import { runChanges } from '../run-changes.ts';
import { gone } from './drafts.ts';
import { type Move, moveRun } from './move-run.ts';
import { withdrawOrders } from './withdraw-orders.ts';

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

interface MoveOfAll extends Move {
  /** What is not done where none of them can. */
  what: string;
  /** Runs that stay as they are. */
  passesOver?: (run: RunRow) => Promise<boolean>;
}

/** Each run of a bot that can; why not, where none of them can. */
async function moveRuns(
  deps: BotDeps,
  { userId, botId }: Named,
  { what, passesOver, ...move }: MoveOfAll,
): Promise<string | null> {
  const { db } = deps;
  if (!(await botsStore(db, userId).find(botId))) throw gone();
  const states: (BotState | null)[] = [];
  for (const { run } of await runsStore(db, userId).ofBot(botId))
    if (!(await passesOver?.(run))) states.push(await moveRun(deps, run, move));
  const [main] = states;
  if (main === undefined) return `This bot is a draft: ${what}.`;
  return main === null || states.includes(null) ? null : `This bot ${STATE_NAMES[main]}: ${what}.`;
}

/** C-8: the orders of runs that are paused already come down as well, where that is asked. */
export async function pauseBot(deps: BotDeps, named: Named, takeDown: boolean): Promise<string | null> {
  const refusal = await moveRuns(deps, named, {
    to: () => 'paused',
    what: 'only one that runs can be paused',
    reason: 'Paused by you.',
    change: () => ({ takeDown }),
  });
  if (!takeDown) return refusal;
  const isWithdrawn = await withdrawOrders(deps, { ...named, states: ['paused'] }, 'You asked for that.');
  return isWithdrawn ? null : refusal;
}

const MISSING =
  'Some of this bot’s coins or money are missing on its key. Choose to go on with what is left, or stop it.';

/** EX-12: paused by a limit, a bot stays so while that is reached. */
export function closedBy(deps: Pick<BotDeps, 'trading'>, userId: string, runs: readonly StoredRun[]): string | null {
  const [closed] = runs.flatMap(({ run }) => deps.trading.entryRefusal(userId, run.keyId) ?? []);
  return closed ?? null;
}

/** C-3: a copy key that does not copy keeps no other run from going on. */
async function asksAboutMissing({ db }: Pick<BotDeps, 'db'>, runs: readonly StoredRun[]): Promise<boolean> {
  for (const { run } of runs) if (run.missing !== null && !(await runWork(db).isIdleCopy(run))) return true;
  return false;
}

/** C-8, C-3: it compares first, then places what is missing; runs of copy keys that do not copy stay paused. */
export async function resumeBot(deps: BotDeps, named: Named): Promise<string | null> {
  deps.trading.mustBeOpen(named.userId);
  const runs = await runsStore(deps.db, named.userId).ofBot(named.botId);
  const closed = closedBy(deps, named.userId, runs);
  if (closed !== null) return closed;
  if (await asksAboutMissing(deps, runs)) return MISSING;
  return moveRuns(deps, named, {
    to: resumeMove,
    what: 'only one that is paused can be resumed',
    reason: null,
    passesOver: (run) => runWork(deps.db).isIdleCopy(run),
    // its owner has seen that the price was beyond its stop; it counts anew.
    change: (run) => ({ takeDown: false, ...(asksAboutStop(run) && { reached: null, watchedSince: deps.clock() }) }),
  });
}

const isEnding = ({ run }: StoredRun): boolean => run.state === 'stopping' || run.state === 'stopped';

/** Itself, or as another bot once its orders are down. */
const tradesOn = (stored: StoredRun): boolean =>
  !isEnding(stored) || (stored.run.state === 'stopping' && stored.run.next !== null);

/** C-20: the name of the bot that trades on with what these runs owned, however often its lines were changed. */
async function successorOf({ db }: BotDeps, userId: string, runs: readonly StoredRun[]): Promise<string | null> {
  let [next] = runs.flatMap(({ run }) => run.next ?? []);
  while (next) {
    const following = await runsStore(db, userId).ofBot(next.botId);
    if (following.some(tradesOn)) return following[0]?.bot.name ?? next.name;
    [next] = following.flatMap(({ run }) => run.next ?? []);
  }
  return null;
}

/** C-9: a sale or a purchase at its end goes on until it is done, unless its owner would rather keep the coins. */
async function keepCoins({ db, clock, bus }: BotDeps, named: Named): Promise<void> {
  for (const ref of await runEndings(db).keepCoins(named, clock())) runChanges(bus).publish(ref);
}

/** C-9. A second press of the same is the first one. */
export async function stopBot(deps: BotDeps, named: Named, coins: BotEnding): Promise<string | null> {
  const { userId, botId } = named;
  const store = runsStore(deps.db, userId);
  const [main] = await store.ofBot(botId);
  if (main && coins === 'buy-back' && main.run.counterEarning)
    return 'Only a bot that earns the coin can buy back. Choose to keep or to sell the coins.';
  // C-20: one that was to go on with other lines ends for good.
  const drop = () => successorsStore(deps.db).drop(userId, coins, { botId });
  await drop();
  const refusal = await moveRuns(deps, named, {
    to: stopMove,
    what: 'there is nothing to stop',
    reason: null,
    change: (run) => ({ ending: coins, ...withoutMissing(deps, run) }),
  });
  if (refusal !== null) {
    // Its lines may have been changed meanwhile.
    await drop();
    if (coins === 'keep') await keepCoins(deps, named);
  }
  const runs = await store.ofBot(botId);
  const successor = await successorOf(deps, userId, runs);
  if (successor !== null) return `This bot went on as ${isolated(successor)}. Stop that one.`;
  const isSame = runs.length > 0 && runs.every(isEnding) && runs[0]?.run.ending === coins;
  return isSame ? null : refusal;
}
