import { previewBot as previewCall } from '#contracts/bot-preview.ts';
import {
  adoptBot,
  type BotAnswer,
  changeBot,
  createBot,
  deleteBot,
  getBot,
  listBotDeals,
  listBotEvents,
  listBots,
  pauseBot,
  resumeBot,
  startBot,
  stopBot,
} from '#contracts/bots.ts';
import { serve, type Site } from '../../http/serve.ts';
import { botsStore, type BotRow } from './bots.store.ts';
import type { BotDeps } from './deps.ts';
import { changeDraft, createDraft, gone } from './drafts.ts';
import { previewBot } from './plan/preview-bot.ts';
import { presentBot, presentDetail } from './present-bot.ts';

const NOT_YET = 'Bots can be saved and previewed here; starting one is not possible yet.';

export function botsRoutes(site: Site, deps: BotDeps): void {
  const of = (userId: string) => botsStore(deps.db, userId);
  const answer = ({ error, bot }: { error: string | null; bot: BotRow | null }): BotAnswer => ({
    error,
    bot: bot && presentBot(deps, bot),
  });
  serve(site, previewCall, ({ person, json }) => previewBot(deps, person.userId, json));

  serve(site, listBots, async ({ person }) => {
    const rows = await of(person.userId).all();
    return { content: rows.map((row) => presentBot(deps, row)) };
  });

  serve(site, createBot, async ({ person, json }) => answer(await createDraft(deps, person.userId, json)));

  serve(site, getBot, async ({ person, params }) => {
    const row = await of(person.userId).find(params.botId);
    if (!row) throw gone();
    return presentDetail(deps, row);
  });

  serve(site, changeBot, async ({ person: { userId }, params: { botId }, json }) =>
    answer(await changeDraft(deps, { userId, botId }, json)),
  );

  serve(site, deleteBot, async ({ person, params }) => {
    if (!(await of(person.userId).remove(params.botId))) throw gone();
    return { error: null };
  });

  for (const call of [startBot, pauseBot, resumeBot, stopBot, adoptBot]) {
    serve(site, call, async ({ person, params }) => {
      const bot = await of(person.userId).find(params.botId);
      if (!bot) throw gone();
      return answer({ error: NOT_YET, bot });
    });
  }
  for (const call of [listBotDeals, listBotEvents]) {
    serve(site, call, async ({ person, params }) => {
      if (!(await of(person.userId).find(params.botId))) throw gone();
      return { content: [], totalRecords: 0 };
    });
  }
}
