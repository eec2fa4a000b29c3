import { listEndings, stopBots } from '#contracts/bot-endings.ts';
import { previewBot as previewCall } from '#contracts/bot-preview.ts';
import { listBotDeals, listBotEvents } from '#contracts/bot-record.ts';
import {
  adoptBot,
  type BotAnswer,
  changeBot,
  createBot,
  deleteBot,
  getBot,
  listBots,
  pauseBot,
  resumeBot,
  startBot,
  stopBot,
} from '#contracts/bots.ts';
import { endTwin, startTwin } from '#contracts/bot-trust.ts';
import { readerOf } from '../../http/bearer.ts';
import { download } from '../../http/download.ts';
import { serve, type Site } from '../../http/serve.ts';
import { botsStore } from './bots.store.ts';
import { adoptChange } from './commands/adopt-change.ts';
import * as runs from './commands/change-run.ts';
import { changeDraft, createDraft, gone } from './commands/drafts.ts';
import { startBot as start } from './commands/start-bot.ts';
import { stopBots as stopThese } from './commands/stop-bots.ts';
import type { BotDeps } from './deps.ts';
import { changeLines, previewLines } from '#contracts/bot-lines.ts';
import { changeLines as change, previewLines as preview } from './commands/change-lines.ts';
import { previewBot } from './plan/preview-bot.ts';
import { dealsCsv, dealsOf, reasonsOf } from './present/deals.ts';
import { endingsOfBots } from './present/endings.ts';
import { botsOf } from './present/list-bots.ts';
import { presentBot } from './present/present-bot.ts';
import { presentDetail } from './present/present-detail.ts';
import { REPLAY } from './run-changes.ts';
import { ownTimeSince, runReplays } from './runs/run-replays.store.ts';
import { runsStore } from './runs/runs.store.ts';
import { sharingRoutes } from './sharing/sharing.routes.ts';

const PAGE = 50;

const pageOf = <Row>(rows: readonly Row[], page = 0): Row[] => rows.slice(page * PAGE, (page + 1) * PAGE);

function draftRoutes(site: Site, deps: BotDeps): void {
  const { db } = deps;
  serve(site, previewCall, ({ person, json }) => previewBot(deps, person.userId, json));

  serve(site, listBots, async ({ person }) => ({ content: await botsOf(deps, person.userId) }));

  serve(site, createBot, async ({ person, json }) => {
    const { bot, error } = await createDraft(deps, person.userId, json);
    return { error, bot: bot && presentBot(deps, bot, []) };
  });

  serve(site, getBot, async ({ person: { userId }, params: { botId } }) => {
    const row = await botsStore(db, userId).find(botId);
    if (!row) throw gone();
    return presentDetail(deps, row, await runsStore(db, userId).ofBot(botId));
  });

  serve(site, changeBot, async ({ person: { userId }, params: { botId }, json }) => {
    const of = await runsStore(db, userId).ofBot(botId);
    const { bot, error } = await changeDraft(deps, { userId, botId, isDraft: of.length === 0 }, json);
    return { error, bot: bot && presentBot(deps, bot, of) };
  });

  serve(site, deleteBot, async ({ person: { userId }, params: { botId } }) => {
    if (!(await botsStore(db, userId).find(botId))) throw gone();
    const removed = await runsStore(db, userId).removeBot(botId);
    return { error: removed ? null : 'This bot is not over yet. Stop it first.' };
  });
}

function runRoutes(site: Site, deps: BotDeps): void {
  const { db } = deps;
  const answer = async (userId: string, botId: string, error: string | null): Promise<BotAnswer> => {
    const bot = await botsStore(db, userId).find(botId);
    return { error, bot: bot && presentBot(deps, bot, await runsStore(db, userId).ofBot(botId)) };
  };
  serve(site, startBot, async ({ c, person: { userId }, params: { botId }, json }) => {
    const requestKey = c.req.header('idempotency-key')?.slice(0, 200) ?? null;
    return answer(userId, botId, await start(deps, { userId, botId, requestKey, warned: json.warned ?? false }));
  });
  serve(site, pauseBot, async ({ person: { userId }, params: { botId }, json }) =>
    answer(userId, botId, await runs.pauseBot(deps, { userId, botId }, json.takeDown)),
  );
  serve(site, resumeBot, async ({ person: { userId }, params: { botId } }) =>
    answer(userId, botId, await runs.resumeBot(deps, { userId, botId })),
  );
  serve(site, stopBot, async ({ person: { userId }, params: { botId }, json }) =>
    answer(userId, botId, await runs.stopBot(deps, { userId, botId }, json.coins)),
  );
  serve(site, previewLines, ({ person: { userId }, params: { botId }, json }) =>
    preview(deps, { userId, botId }, json),
  );
  serve(site, changeLines, async ({ person: { userId }, params: { botId }, json }) =>
    answer(userId, botId, await change(deps, { userId, botId }, json)),
  );
  serve(site, adoptBot, async ({ person: { userId }, params: { botId }, json }) =>
    answer(userId, botId, await adoptChange(deps, { userId, botId, choice: json.choice, level: json.level })),
  );
}

/** U-1: before the routes of one bot, whose path would match too. */
function stopAllRoutes(site: Site, deps: BotDeps): void {
  serve(site, listEndings, async ({ person }) => ({ content: await endingsOfBots(deps, person.userId) }));
  serve(site, stopBots, async ({ person, json }) => ({ errors: await stopThese(deps, person.userId, json) }));
}

/** */
function twinRoutes(site: Site, { db, bus }: BotDeps): void {
  const find = async (userId: string, botId: string) => {
    const bot = await botsStore(db, userId).find(botId);
    if (!bot) throw gone();
    return { bot, run: (await runsStore(db, userId).ofBot(botId))[0]?.run };
  };
  serve(site, startTwin, async ({ person: { userId }, params: { botId } }) => {
    const { bot, run } = await find(userId, botId);
    if (!run || ownTimeSince(bot, run) === null) return { error: 'It has not begun yet. Start it first.' };
    await runReplays(db).startTwin(userId, botId);
    bus.publish(REPLAY, null);
    return { error: null };
  });
  serve(site, endTwin, async ({ person: { userId }, params: { botId } }) => {
    await find(userId, botId);
    await runReplays(db).endTwin(userId, botId);
    return { error: null };
  });
}

function readRoutes(site: Site, deps: BotDeps): void {
  const { db } = deps;
  async function find(userId: string, botId: string) {
    if (!(await botsStore(db, userId).find(botId))) throw gone();
    return runsStore(db, userId).ofBot(botId);
  }
  serve(site, listBotDeals, async ({ person: { userId }, params: { botId }, query }) => {
    const deals = await dealsOf(deps, await find(userId, botId));
    return { content: pageOf(deals, query.page), totalRecords: deals.length };
  });
  serve(site, listBotEvents, async ({ person: { userId }, params: { botId }, query }) => {
    const of = await find(userId, botId);
    const all = await reasonsOf(deps, of, await runsStore(db, userId).events(botId));
    return { content: pageOf(all, query.page), totalRecords: all.length };
  });
  // A file, not JSON: outside the contracts, behind the same door.
  site.get('/api/bots/:botId/deals.csv', async (c) => {
    const person = await readerOf(c, '/api/bots/:botId/deals.csv');
    const deals = await dealsOf(deps, await find(person.userId, c.req.param('botId')));
    return download(c, { name: 'tandem-bot-deals.csv', type: 'text/csv' }, dealsCsv(deals));
  });
}

export function botsRoutes(site: Site, deps: BotDeps): void {
  stopAllRoutes(site, deps);
  draftRoutes(site, deps);
  runRoutes(site, deps);
  readRoutes(site, deps);
  twinRoutes(site, deps);
  sharingRoutes(site, deps);
}
