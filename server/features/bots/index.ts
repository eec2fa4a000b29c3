import type { Big } from 'big.js';
import type { BotEnding } from '#contracts/bot-stop.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Keys } from '../keys/index.ts';
import { type BotClaims, freeBeside, keptOf } from './bot-claims.ts';

import { botsStore } from './bots.store.ts';
import { stopBot } from './commands/change-run.ts';
import { startBot } from './commands/start-bot.ts';
import type { BotDeps } from './deps.ts';
import { signalCommands } from './signals/take-signal.ts';

export { botClaims, type KeptByBot } from './bot-claims.ts';
export { refusedDeals } from './deals/refused-deals.store.ts';
export { haltRuns } from './commands/halt-runs.ts';
export { botHold } from './commands/hold-orders.ts';
export { standstill } from './commands/leave-bots.ts';
export { askedBalances } from './plan/asked-balances.ts';
export { stopFaults as basketStopFaults } from './plan/basket-stop-faults.ts';
export { checkBasket } from './plan/check-basket.ts';
export { checkPlan } from './plan/check-plan.ts';
export { REPLAY } from './run-changes.ts';
export { botsOf, stoppableBots } from './present/list-bots.ts';
export { basketPast, runPast } from './present/run-past.ts';
export { runResultsSince } from './present/results-since.ts';
export { basketPlanOf, isBasket, planOf, stopOf } from './runs/stored-plan.ts';
export { ownTimeSince, runReplays } from './runs/run-replays.store.ts';
export { runsStore, type RunRef, type StoredRun } from './runs/runs.store.ts';

interface Balanced {
  copies: Keys['copies'];
  balances: Pick<Keys['balances'], 'within'>;
}

/** C-5: keys as those see them whose deals are sized by what is free: without what belongs to bots. */
export const besideBots = ({ copies, balances }: Balanced, claims: Pick<BotClaims, 'keptOnKeys'>) => ({
  copies,
  /** What each of these has free of an asset; null of one that is not known within so many ms. */
  async freeWithin(ms: number, userId: string, { keyIds, asset }: { keyIds: readonly string[]; asset: string }) {
    const [kept, all] = await Promise.all([
      claims.keptOnKeys(userId, keyIds),
      Promise.all(keyIds.map((keyId) => balances.within(ms, userId, keyId))),
    ]);
    const freeOf = (keyId: string, free: ReadonlyMap<string, Big>) =>
      freeBeside(free.get(asset) ?? ZERO, keptOf(kept.get(keyId) ?? [], asset));
    return new Map(keyIds.map((keyId, index) => [keyId, all[index] ? freeOf(keyId, all[index].free) : null]));
  },
});

/** What a hook does about bots: null, or a sentence that says why not. Throws a Refusal where there is no such bot. */
export const botCommands = (deps: BotDeps) => ({
  exists: async (userId: string, botId: string): Promise<boolean> =>
    (await botsStore(deps.db, userId).find(botId)) !== null,
  /** Once for a request of this key. */
  start: (userId: string, botId: string, requestKey: string): Promise<string | null> =>
    startBot(deps, { userId, botId, warned: false, requestKey }),
  stop: (userId: string, botId: string, coins: BotEnding): Promise<string | null> =>
    stopBot(deps, { userId, botId }, coins),
  signals: signalCommands(deps),
});
export type BotCommands = ReturnType<typeof botCommands>;
