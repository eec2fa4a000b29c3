import { type Partition, wholePartition } from '../../../runtime/leases/partition.ts';
import { botsStore } from '../bots.store.ts';
import type { ActionDeps } from './deal-actions.ts';
import type { BotDeps } from '../deps.ts';
import { presentBot } from '../present/present-bot.ts';
import { FoldedRuns } from '../runs/folded-runs.ts';
import type { RunRef } from '../runs/runs.store.ts';
import { BotEngine } from './bot-engine.ts';

/** Works on the runs of the people in its partition; the process that runs it starts it. */
export function createBotEngine(
  deps: BotDeps & { orders: ActionDeps['orders'] },
  partition: Partition = wholePartition,
): BotEngine {
  const { db, live, clock } = deps;
  const runs = new FoldedRuns(db, clock);
  const publish = async ({ userId, runId }: RunRef): Promise<void> => {
    const run = await runs.row({ userId, runId });
    const bot = run && (await botsStore(db, userId).find(run.botId));
    if (bot) live.toUser(userId, { topic: 'bot', body: presentBot(deps, bot, await runs.ofBot(userId, bot.id)) });
  };
  return new BotEngine({ ...deps, partition, runs, publish });
}
