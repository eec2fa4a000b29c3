import { type Partition, wholePartition } from '../../runtime/leases/partition.ts';
import type { Keys } from '../keys/index.ts';
import { type BotClaims, freeBeside, keptOf } from './bot-claims.ts';
import { botsStore } from './bots.store.ts';
import type { BotDeps } from './deps.ts';
import { BotEngine } from './engine/bot-engine.ts';
import { presentBot } from './present/present-bot.ts';
import { runsStore, type RunRef } from './runs/runs.store.ts';

export { botClaims } from './bot-claims.ts';
export { stopAllBots } from './commands/leave-bots.ts';

interface Balanced {
  copies: Keys['copies'];
  balances: Pick<Keys['balances'], 'within'>;
}

/** C-5: keys as those see them whose deals are sized by what is free: without what belongs to bots. */
export const besideBots = ({ copies, balances }: Balanced, claims: Pick<BotClaims, 'kept'>): Balanced => ({
  copies,
  balances: {
    async within(ms, userId, keyId) {
      const [known, kept] = await Promise.all([balances.within(ms, userId, keyId), claims.kept(userId, keyId)]);
      if (!known || kept.length === 0) return known;
      const free = new Map([...known.free].map(([asset, amount]) => [asset, freeBeside(amount, keptOf(kept, asset))]));
      return { ...known, free };
    },
  },
});

/** Works on the runs of the people in its partition; the process that runs it starts it. */
export function createBotEngine(deps: BotDeps, partition: Partition = wholePartition): BotEngine {
  const { db, live } = deps;
  const publish = async ({ userId, runId }: RunRef): Promise<void> => {
    const stored = await runsStore(db, userId).find(runId);
    const bot = stored && (await botsStore(db, userId).find(stored.bot.id));
    if (bot)
      live.toUser(userId, { topic: 'bot', body: presentBot(deps, bot, await runsStore(db, userId).ofBot(bot.id)) });
  };
  return new BotEngine({ ...deps, partition, publish });
}
