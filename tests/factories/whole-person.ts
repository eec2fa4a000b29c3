import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { DAY } from '../../server/contracts/rules/time.ts';
import { until } from '../setup/until.ts';
import { GRID, LADDER } from './bot-settings.ts';
import { knockAt } from './hook-world.ts';
import { type Asked, trader, type Visitor } from './visitor.ts';

const XRP = { market: 'binance', symbolName: 'xrp_usdt' };
/** Within the rate limit of a person. */
const SLOWLY = { timeout: 90_000, interval: 1000 };
/** How long a bot runs, and what a key had when the exchange was asked last, at the prices of then. */
const OF_THE_MOMENT = new Set(['runTime', 'usdtBalance', 'usdtFree', 'balanceAt']);
/** What a sign-in and a start of the server add to. */
const OF_THE_SITE = new Set(['sessions', 'secretUses', 'audit', 'deliveries', 'worth', 'exportedAt']);

/** A file of one trade of XRP, at whose price the paper market stands still, also after a restart. */
export async function stillPrices(folder: string): Promise<string> {
  const file = join(folder, 'XRPUSDT-trades-2026-10-01.csv');
  await writeFile(file, '1,0.52,100,52,1790000000000,True,True\n');
  return `replay:${file}`;
}

async function posted(who: Visitor, path: string, json: object) {
  const { body } = await who.post(path, json);
  expect([path, body.error ?? null, body.message ?? null]).toEqual([path, null, null]);
  return body;
}

async function runningBot(who: Visitor, type: string, settings: object): Promise<string> {
  const { bot } = await posted(who, '/api/bots', { ...XRP, name: type, type, settings });
  await posted(who, `/api/bots/${bot.botId}/start`, { warned: true });
  return bot.botId;
}

async function blockWithPlan({ buy, ...who }: Awaited<ReturnType<typeof trader>>): Promise<string> {
  const { blockId } = (await buy({ price: 0.52, counterQuantity: 100 })).body.orderBlock;
  const takeProfits = [0.56, 0.6].map((price) => ({ share: 0.5, price }));
  const plan = { ...XRP, blockId, takeProfits, stopLoss: { price: 0.4 } };
  await until(() => posted(who, '/api/markets/spot/plan', plan), SLOWLY);
  return blockId;
}

async function hookWithSignal(site: Asked, who: Visitor): Promise<string> {
  const template = { name: 'Momentum', market: 'binance', pairs: ['xrp_usdt'], actions: ['open'], copies: false };
  const { hook } = await posted(who, '/api/hooks', { ...template, amount: { fixed: 50 } });
  const body = { action: 'open', pair: 'XRP_USDT', time: new Date().toISOString() };
  expect((await knockAt(site, new URL(hook.url).pathname, { body })).status).toBe(200);
  return hook.hookId;
}

async function backtested(who: Visitor): Promise<string> {
  const to = Math.floor(Date.now() / DAY) * DAY;
  const bot = { type: 'grid', ...XRP, settings: { ...GRID, low: 0.2, high: 1 } };
  return (await posted(who, '/api/backtests', { bot, from: to - 3 * DAY, to, interval: '1h' })).backtestId;
}

async function addAlerts(who: Visitor): Promise<void> {
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', informing: 'ONLY_ONCE' };
  await posted(who, '/api/alert/', { ...alert, type: 'PRICE_RISES_ABOVE', price: 0.7 });
  await posted(who, '/api/alert/', { ...alert, type: 'PRICE_DROPS_BELOW', price: 0.3 });
}

/** A page as text, without what is of the moment. */
async function pageText(who: Pick<Visitor, 'get'>, path: string): Promise<string> {
  const { status, text, body } = await who.get(path);
  expect([path, status]).toEqual([path, 200]);
  const isExport = path.startsWith('/api/user/export');
  const isLeftOut = (name: string) => OF_THE_MOMENT.has(name) || (isExport && OF_THE_SITE.has(name));
  const kept = (name: string, value: unknown) => (isLeftOut(name) ? undefined : value);
  return typeof body === 'string' ? text : JSON.stringify(body, kept, 1);
}

/** A person of whom there is something of each kind: bots that run, a block with a plan, a hook with a signal, alerts, a backtest. */
export async function wholePerson(site: Asked) {
  const who = await trader(site);
  const bots = [await runningBot(who, 'grid', GRID), await runningBot(who, 'averaging', LADDER)];
  const blockId = await blockWithPlan(who);
  const hookId = await hookWithSignal(site, who);
  const backtestId = await backtested(who);
  await addAlerts(who);
  const pages = [
    '/api/bots',
    '/api/hooks',
    '/api/backtests',
    '/api/key/all',
    '/api/alert/list?market=BINANCE',
    ...bots.flatMap((botId) => ['', '/deals', '/why', '/deals.csv'].map((page) => `/api/bots/${botId}${page}`)),
    '/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy',
    `/api/blocks/${blockId}/events`,
    `/api/hooks/${hookId}/signals`,
    `/api/backtests/${backtestId}`,
    '/api/user/export?format=json',
  ];

  /** Their pages by path. */
  async function seen(at: Pick<Visitor, 'get'>): Promise<Record<string, string>> {
    const all: Record<string, string> = {};
    for (const path of pages) all[path] = await pageText(at, path);
    return all;
  }
  return {
    who,
    seen,
    /** Once nothing is under way any more. */
    async settled(): Promise<Record<string, string>> {
      let last = await seen(who);
      return until(async () => {
        const before = last;
        last = await seen(who);
        expect(last[`/api/backtests/${backtestId}`]).toContain('"state": "done"');
        for (const botId of bots) expect(last[`/api/bots/${botId}`]).toContain('"state": "running"');
        expect(last).toEqual(before);
        return last;
      }, SLOWLY);
    },
  };
}
