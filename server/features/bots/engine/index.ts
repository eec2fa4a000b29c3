import { type Partition, wholePartition } from '../../../runtime/leases/partition.ts';
import { botsStore } from '../bots.store.ts';
import type { ActionDeps } from './deal-actions.ts';
import type { BotDeps } from '../deps.ts';
import { presentBot } from '../present/present-bot.ts';
import { type RunRef, runsStore } from '../runs/runs.store.ts';
import { BotEngine } from './bot-engine.ts';

/** Works on the runs of the people in its partition; the process that runs it starts it. */
export function createBotEngine(
  deps: BotDeps & { orders: ActionDeps['orders'] },
  partition: Partition = wholePartition,
): BotEngine {
  const { db, live } = deps;
  const publish = async ({ userId, runId }: RunRef): Promise<void> => {
    const stored = await runsStore(db, userId).find(runId);
    const bot = stored && (await botsStore(db, userId).find(stored.bot.id));
    if (bot)
      live.toUser(userId, { topic: 'bot', body: presentBot(deps, bot, await runsStore(db, userId).ofBot(bot.id)) });
  };
  return new BotEngine({ ...deps, partition, publish });
}
