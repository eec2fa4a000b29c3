import type { BotStop } from '#contracts/bot-stop.ts';
import type { Market } from '#contracts/symbol.ts';
import type { BotDeps } from '../deps.ts';
import { stopFaults as basketStopFaults } from '../plan/basket-stop-faults.ts';
import { isBasket } from '../runs/stored-plan.ts';
import { stopFaults } from '../plan/stop-faults.ts';
import { runChanges } from '../run-changes.ts';
import { runWork } from '../runs/run-work.store.ts';
import { runsStore } from '../runs/runs.store.ts';

interface Named {
  userId: string;
  botId: string;
}

/** C-20: why a bot that runs cannot have these conditions. */
export async function stopFault(deps: BotDeps, { userId, botId }: Named, stop: BotStop): Promise<string | null> {
  const [main] = await runsStore(deps.db, userId).ofBot(botId);
  if (!main) return null;
  const { run } = main;
  if (['stopping', 'stopped'].includes(run.state))
    return 'This bot is over: its stop conditions do not change any more.';
  if (isBasket(main.bot)) return basketStopFaults(stop, deps.clock())[0]?.text ?? null;
  const market = deps.markets.lastPrice(run.market, run.symbol)?.price ?? run.marketPrice;
  const pair = deps.markets.findPastPair(run.market as Market, run.symbol);
  if (!pair) return null;
  const { counterEarning } = run;
  const [fault] = stopFaults(stop, { pair, market, counterEarning, now: deps.clock() });
  return fault?.text ?? null;
}

/** C-20: its conditions have changed: prices count from now on. */
export async function watchAnew({ db, clock, bus }: BotDeps, { userId, botId }: Named): Promise<void> {
  for (const ref of await runWork(db).watchAnew(userId, botId, clock())) runChanges(bus).publish(ref);
}
