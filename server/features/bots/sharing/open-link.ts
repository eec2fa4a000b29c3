import { type SharedBot, SharedPlan } from '#contracts/bot-links.ts';
import * as z from 'zod/mini';
import { Refusal } from '../../../lib/errors.ts';
import { botsStore } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { presentBot } from '../present/present-bot.ts';
import { runsStore } from '../runs/runs.store.ts';
import { stopOf } from '../runs/stored-plan.ts';
import { linkOf } from '../bot-links.store.ts';
import { sharedFigures } from './shared-figures.ts';

/** Settings alone; the figures of the run only where its owner has said so. */
export async function openLink(deps: BotDeps, token: string): Promise<SharedBot> {
  const link = await linkOf(deps.db, token);
  const bot = link && (await botsStore(deps.db, link.userId).find(link.botId));
  if (!bot)
    throw new Refusal('not-found', 'This link opens nothing any more: it was taken back, or the bot was deleted.');
  const [main] = link.figures ? await runsStore(deps.db, link.userId).ofBot(bot.id) : [];
  const { market, symbolName, counterCurrency } = presentBot(deps, bot, []);
  const { at: _, ...stop } = stopOf(bot);
  return {
    market,
    symbolName,
    counterCurrency,
    plan: z.decode(SharedPlan, bot.plan),
    stop,
    startAt: bot.startAt,
    figures: await sharedFigures(deps, main),
  };
}
