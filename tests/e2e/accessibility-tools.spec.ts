import { expect, type Locator, type Page } from '@playwright/test';
import { BY_HOOK, FLOW, GRID, halves, LADDER, TURTLE } from '../factories/bot-settings.ts';
import { alertsPage } from './pages/alerts.ts';
import { expectSound, loaded } from './pages/audit.ts';
import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { fund, steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

const FORMS = [
  'Grid bot',
  'Inverse grid bot',
  'Imbalance grid bot',
  'Trend grid bot',
  'Sell and buy back by steps',
  'Sell/Buy from levels',
  'Sell/Buy once',
  'Buy/Sell once',
  'Sell/Buy in range',
  'Averaging bot',
  'Smart money',
  'Smart money bot with turtle',
  'Signal bot',
  'Basket',
];
const KINDS = [
  'percent-move',
  'volume',
  'rsi',
  'ema',
  'price-ema',
  'macd',
  'bollinger',
  'trendline',
  'time',
  'listing',
];
const TABS = ['Deals', 'Why', 'Trust', 'Settings', 'Now'];
const QUESTIONS = { Pause: /^Pause /, Share: /^Share /, 'Change lines': /^Change lines /, Stop: /^Stop / };
/** Those whose tabs are all looked at; the questions are asked about the last one. */
const TABBED = ['Breakout', 'By hook', 'Night grid'];
const HOUR = 3_600_000;
const BOT_DETAIL = /\/api\/bots\/[0-9a-f-]{36}$/;

type Said = Record<string, string> & { bot: { botId: string }; hook: { hookId: string; url: string } };

async function post(page: Page, path: string, data: object = {}): Promise<Said> {
  const answer = await page.request.post(path, { data });
  const said = (await answer.json()) as Said;
  expect(said['error'] ?? null, path).toBeNull();
  return said;
}

async function makeBot(page: Page, name: string, bot: object): Promise<string> {
  const plan = { market: 'binance', symbolName: 'xrp_usdt', name, ...bot };
  return (await post(page, '/api/bots', plan)).bot.botId;
}

async function startBot(page: Page, name: string, bot: object): Promise<string> {
  const botId = await makeBot(page, name, bot);
  await post(page, `/api/bots/${botId}/start`, { warned: true });
  return botId;
}

/** C-18: a grid whose money was taken while it was paused asks its owner. */
async function robbedBot(page: Page): Promise<void> {
  const pair = await post(page, '/api/paper/key');
  const { uid } = await post(page, '/api/key', { market: 'binance', name: 'Robbed', ...pair });
  const botId = await startBot(page, 'Robbed grid', { type: 'grid', settings: GRID, mainUid: uid });
  const state = async () => (await (await page.request.get(`/api/bots/${botId}`)).json()).state as string;
  await expect.poll(state).toBe('running');
  await post(page, `/api/bots/${botId}/pause`, { takeDown: true });
  await expect.poll(state).toBe('paused');
  await fund(pair['key'] ?? '', 'USDT', '0');
  await post(page, `/api/bots/${botId}/resume`);
  await expect.poll(state).toBe('attention');
}

/** PB-12: with a deal that its hook has opened. */
async function signalBot(page: Page): Promise<void> {
  const botId = await startBot(page, 'By hook', { type: 'signal', settings: BY_HOOK });
  const pair = { market: 'binance', pairs: ['xrp_usdt'] };
  const template = { name: 'Deals of the bot', ...pair, actions: ['open'], amount: { fixed: 20 }, copies: false };
  const { hook } = await post(page, '/api/hooks', { ...template, signalBot: botId });
  const read = async (path: string) => (await page.request.get(path)).json();
  await expect.poll(async () => (await read(`/api/bots/${botId}`)).state).toBe('running');
  await post(page, `/api/hooks/${hook.hookId}/test`);
  await expect.poll(async () => (await read(`/api/hooks/${hook.hookId}/signals`)).content[0]?.state).toBe('done');
  await post(page, `/api/hooks/${hook.hookId}/live`, { live: true });
  const time = new Date().toISOString();
  await post(page, new URL(hook.url).pathname, { action: 'open', pair: 'XRP_USDT', id: 'one', time });
  await expect.poll(async () => (await read(`/api/bots/${botId}`)).now).toMatch(/^Deal 1 holds /);
}

/** a day-old run has its own time run again, and so has its twin. */
async function withReplays(page: Page): Promise<void> {
  const until = Date.now() - HOUR;
  const replay = {
    from: until - 24 * HOUR,
    until,
    interval: '1m',
    currency: 'USDT',
    stopped: null,
    difference: 0.0157,
    here: { rounds: 41, total: 6.03 },
    replay: { rounds: 43, total: 12.31 },
    sentence: 'Rounds 41 here, 43 in the replay. Result +6.03, replay +12.31. Difference 1.57% of what was given.',
    why: [
      { kind: 'away', text: 'Prices while this server was away', amount: -5 },
      { kind: 'slippage', text: 'Slippage', amount: -1.28 },
    ],
    tooCoarse: 'Too coarse for these settings. Use 1-minute or trade data.',
  };
  await page.route(BOT_DETAIL, async (route) => {
    const response = await route.fetch();
    const bot: { runs?: object[] } = await response.json();
    const runs = bot.runs?.map((run) => ({ ...run, trust: replay, twin: { replay } }));
    await route.fulfill({ response, json: { ...bot, ...(runs && { runs }) } });
  });
}

async function runBacktests(page: Page): Promise<string[]> {
  const time = { from: Date.now() - 100 * HOUR, to: Date.now() - 2 * HOUR, interval: '1h' };
  const pair = { market: 'binance', symbolName: 'xrp_usdt' };
  const grid = await post(page, '/api/backtests', { bot: { ...pair, type: 'grid', settings: GRID }, ...time });
  const settings = halves(['BTC', 'ETH'], 400);
  const basket = await post(page, '/api/backtests', { bot: { ...pair, type: 'basket', settings }, ...time });
  return [grid, basket].map(({ backtestId = '' }) => backtestId);
}

/** A person with something of everything. */
async function equipped(page: Page): Promise<string[]> {
  await paperTrader(page);
  await robbedBot(page);
  await startBot(page, 'Night grid', { type: 'grid', settings: GRID });
  await startBot(page, 'Ladder', { type: 'averaging', settings: LADDER });
  await startBot(page, 'Flow', { type: 'smart-money', settings: FLOW });
  await startBot(page, 'Halves', { type: 'basket', symbolName: 'btc_usdt', settings: halves(['BTC', 'ETH'], 400) });
  await startBot(page, 'Breakout', { type: 'smart-money-turtle', settings: { ...TURTLE, interval: '1d' } });
  await signalBot(page);
  await makeBot(page, 'Draft', { type: 'grid', settings: GRID });
  const template = { name: 'Momentum of a strategy with a long name', market: 'binance', pairs: ['xrp_usdt'] };
  const spends = { actions: ['open'], amount: { fixed: 20 }, copies: false };
  const { hook } = await post(page, '/api/hooks', { ...template, ...spends });
  await post(page, `/api/hooks/${hook.hookId}/test`, { action: 'open', pair: 'XRP_USDT' });
  const alerts = alertsPage(page);
  await alerts.put('XRP_USDT', 0.1);
  const { buy, close } = deals(page, 'xrp_usdt');
  await close(await buy(0.52, 30));
  await buy(0.52, 40);
  await buy(0.52, 50);
  return runBacktests(page);
}

const dialog = (page: Page): Locator => page.locator('dialog[open]').last();

async function look(page: Page): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  await loaded(page);
  await expectSound(page, 'dialog[open]');
}

async function leaveDialog(page: Page): Promise<void> {
  const open = page.locator('dialog[open]');
  const before = await open.count();
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(before - 1);
}

test(
  'every form, dialog and report of bots, signals, alerts, backtests and averages is accessible',
  {
    tag: ['@layout', '@audit'],
  },
  async ({ page }) => {
    test.slow();
    await using _ = await steady('XRPUSDT', 0.52);
    const main = page.getByRole('main');
    const press = (name: string | RegExp) =>
      main.getByRole('button', { name }).filter({ visible: true }).first().click();
    const runs = await equipped(page);

    await test.step('forms of every type of bot', async () => {
      await page.goto('/bots');
      await press('All templates');
      await expectSound(page);
      for (const type of FORMS) {
        await main.getByRole('button', { name: `Create ${type}`, exact: true }).click();
        await look(page);
        for (const section of await dialog(page).locator('summary').all()) await section.click();
        for (const tab of await dialog(page).getByRole('tab', { selected: false }).all()) await tab.click();
        await look(page);
        await leaveDialog(page);
      }
    });

    await test.step('books of bots, and what is asked about them', async () => {
      await press('Decide about Robbed grid');
      await expect(dialog(page).getByRole('region', { name: 'Needs you' })).toBeVisible();
      await look(page);
      await leaveDialog(page);
      for (const name of ['Draft', 'Flow', 'Ladder', 'Halves', ...TABBED]) {
        if (name === 'By hook') await withReplays(page);
        await press(`Detail of ${name}`);
        await look(page);
        for (const tab of TABBED.includes(name) ? TABS : []) {
          await dialog(page).getByRole('tab', { name: tab }).click();
          if (tab === 'Trust' && name !== 'Breakout') await expect(dialog(page).getByText(/^Rounds 41/)).toHaveCount(2);
          await look(page);
        }
        if (name !== TABBED.at(-1)) await leaveDialog(page);
      }
      await page.unroute(BOT_DETAIL);
      for (const [name, title] of Object.entries(QUESTIONS)) {
        await dialog(page).getByRole('button', { name, exact: true }).click();
        await expect(page.getByRole('dialog', { name: title })).toBeVisible();
        await look(page);
        await leaveDialog(page);
      }
      await leaveDialog(page);
      await press('Close all bots');
      await look(page);
    });

    await test.step('signals', async () => {
      await page.goto('/signals');
      await loaded(page);
      await expectSound(page);
      for (const name of ['New signal hook', /^Message for /, 'Change', 'Go live', 'Remove', 'New endpoint']) {
        await press(name);
        await look(page);
        await leaveDialog(page);
      }
    });

    await test.step('alerts of every kind', async () => {
      await page.goto('/alerts');
      await press('Add alert');
      for (const kind of KINDS) {
        await dialog(page).getByLabel('Kind').selectOption(kind);
        await look(page);
      }
      await leaveDialog(page);
      await press(/^Calls? a hook/);
      await look(page);
    });

    await test.step('reports over the past', async () => {
      for (const run of runs) {
        await page.goto(`/backtests?run=${run}`);
        await expect(main.getByText('checked: the same decisions')).toBeVisible();
        await expectSound(page);
      }
    });

    await test.step('averages, and what was closed', async () => {
      const markets = marketsPage(page);
      for (const entry of ['Average All', 'Split position'] as const) {
        await markets.open('xrp_usdt');
        await markets.average(entry);
        await look(page);
      }
      for (const path of ['/history', '/overview']) {
        await page.goto(path);
        await loaded(page);
        await expectSound(page);
      }
      await press(/^Set a stop/);
      await look(page);
    });
  },
);
