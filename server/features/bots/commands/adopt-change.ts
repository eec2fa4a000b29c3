import { foldLevel } from '../../../domain/strategies/rounds/level-fold.ts';
import type { BotDeps } from '../deps.ts';
import { booksOf } from '../present/run-books.ts';
import { runChanges } from '../run-changes.ts';
import { runOrders } from '../runs/run-orders.store.ts';
import { runWork } from '../runs/run-work.store.ts';
import { addLog } from '../bot-log.store.ts';
import { runsStore, type StoredRun } from '../runs/runs.store.ts';
import { goOnWithLess, goOnWithout } from './go-on-with-less.ts';
import { isBasket } from '../runs/stored-plan.ts';
import { closedBy, resumeBot } from './change-run.ts';
import { gone } from './drafts.ts';
import { botsStore } from '../bots.store.ts';

interface Adopted {
  userId: string;
  botId: string;
  choice: 'put-back' | 'leave-out' | 'go-on';
  /** All that ask, where it is left out. */
  level: number | undefined;
}

/** C-18: the orders that were canceled on the exchange directly, by level. */
function askingOf(deps: BotDeps, stored: StoredRun, level: number | undefined) {
  const books = booksOf(deps, stored);
  if (!books) return [];
  const { facts, context } = books;
  return facts.levels
    .filter(({ level: { number } }) => level === undefined || number === level)
    .map(({ level: of, start }) => {
      const orders = facts.orders.filter((order) => order.level === of.number);
      const { orders: underWay, turn } = foldLevel(of, { start, orders }, context.rules);
      const cancelled = orders.filter(
        // With an order that the exchange held a next one for, that one ended too.
        (order) => (underWay.includes(order) || order.turn > turn) && order.state === 'cancelled' && !order.cancelAsked,
      );
      return { number: of.number, cancelled };
    })
    .filter(({ cancelled }) => cancelled.length > 0);
}

async function decide(deps: BotDeps, stored: StoredRun, { choice, level }: Adopted): Promise<boolean> {
  const { db, clock, bus } = deps;
  const { userId, id: runId } = stored.run;
  const asking = askingOf(deps, stored, level);
  if (asking.length === 0) return false;
  const numbers = asking.map(({ number }) => number);
  if (choice === 'leave-out') await runWork(db).leaveOut({ userId, runId }, numbers);
  else
    for (const { cancelled } of asking)
      for (const order of cancelled) await runOrders(db).askCancel(order.clientOrderId);
  const text = choice === 'leave-out' ? 'Left out by you.' : 'Put back by you.';
  await addLog(db, stored.run, ...numbers.map((number) => ({ level: number, text, now: clock() })));
  await runWork(db).wake({ userId, runId }, clock());
  runChanges(bus).publish({ userId, runId });
  return true;
}

/** C-3, C-18: what each run that asks and may trade makes of what is gone; `some` of them go on already. */
async function withoutMissing(
  deps: BotDeps,
  runs: readonly StoredRun[],
): Promise<{ error: string } | { error: null; some: boolean }> {
  let some = false;
  for (const stored of runs.filter(({ run }) => run.state === 'attention')) {
    if (await runWork(deps.db).isIdleCopy(stored.run)) continue;
    const { userId, id: runId } = stored.run;
    if (isBasket(stored.bot)) {
      const error = await goOnWithLess(deps, stored);
      runChanges(deps.bus).publish({ userId, runId });
      if (error !== null) return { error };
      continue;
    }
    const pressed = await goOnWithout(deps, stored);
    runChanges(deps.bus).publish({ userId, runId });
    if (pressed.outcome === 'refused') return { error: pressed.error };
    some ||= pressed.outcome === 'goes-on';
  }
  return { error: null, some };
}

async function goOn(
  deps: BotDeps,
  named: Pick<Adopted, 'userId' | 'botId'>,
  runs: readonly StoredRun[],
): Promise<string | null> {
  deps.trading.mustBeOpen(named.userId);
  const closed = closedBy(deps, named.userId, runs);
  if (closed !== null) return closed;
  const without = await withoutMissing(deps, runs);
  if (without.error !== null) return without.error;
  const error = await resumeBot(deps, named);
  return without.some ? null : error;
}

/** C-18, R-15: what was changed on the exchange directly goes on as its owner says. */
export async function adoptChange(deps: BotDeps, adopted: Adopted): Promise<string | null> {
  const { userId, botId, choice } = adopted;
  if (!(await botsStore(deps.db, userId).find(botId))) throw gone();
  const runs = await runsStore(deps.db, userId).ofBot(botId);
  if (choice === 'go-on') return goOn(deps, { userId, botId }, runs);
  deps.trading.mustBeOpen(userId);
  let decided = false;
  for (const stored of runs.filter(({ bot }) => !isBasket(bot)))
    decided = (await decide(deps, stored, adopted)) || decided;
  return decided ? null : 'Nothing of this bot was changed on the exchange.';
}
