import type { Bot } from '#contracts/bots.ts';
import { botsStore } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { runsStore } from '../runs/runs.store.ts';
import { successorsStore } from '../runs/successors.store.ts';
import { presentBot } from './present-bot.ts';

/** All bots of a person, the newest first, as their cards show them. */
export async function botsOf(deps: BotDeps, userId: string): Promise<Bot[]> {
  const [rows, all] = await Promise.all([botsStore(deps.db, userId).all(), runsStore(deps.db, userId).all()]);
  const ofBot = Map.groupBy(all, ({ bot }) => bot.id);
  return rows.map((row) => presentBot(deps, row, ofBot.get(row.id) ?? []));
}

/** C-20: those that can be stopped: active, and not ending for good already. */
export async function stoppableBots(deps: BotDeps, userId: string): Promise<Bot[]> {
  const [bots, changing] = await Promise.all([botsOf(deps, userId), successorsStore(deps.db).changing(userId)]);
  return bots.filter(({ active, state, botId }) => active && (state !== 'stopping' || changing.has(botId)));
}
