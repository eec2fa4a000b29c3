import { getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { AnyPlan } from '#contracts/bot-settings.ts';
import { Bot, BOT_TYPES } from '#contracts/bots.ts';
import { endpoints } from '#contracts/index.ts';
import { backtests } from '../../server/db/schema/backtests.ts';
import * as bots from '../../server/db/schema/bots.ts';
import * as hooks from '../../server/db/schema/hooks.ts';
import { deliveries } from '../../server/db/schema/notifications.ts';

const tables = (of: Record<string, unknown>): PgTable[] =>
  Object.values(of).filter((one): one is PgTable => one instanceof PgTable);
const owned = [...tables(bots), ...tables(hooks), deliveries, ...tables({ backtests })];

it('N-2: every table of bots, hooks, deliveries and backtests is kept by its owner', () => {
  expect(owned.map(getTableName)).toEqual(expect.arrayContaining(['bots', 'bot_runs', 'bot_levels', 'bot_orders']));
  for (const table of owned) {
    const [key] = getTableConfig(table).primaryKeys;
    expect([getTableName(table), key?.columns[0]?.name]).toEqual([getTableName(table), 'user_id']);
  }
});

it('N-2: what a bot owns and has earned follows from its fills, and is no column', () => {
  const names = tables(bots).flatMap((table) => Object.keys(getTableColumns(table)));
  expect(names.filter((name) => /result|total|profit|pnl|owned|balance|earned/i.test(name))).toEqual([]);
});

it('N-4: bots, backtests and hooks have the calls that were named', () => {
  const calls = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`));
  const bot = '/api/bots/:botId';
  for (const call of [
    'get /api/bots',
    'post /api/bots',
    'post /api/bots/preview',
    ...['get', 'patch', 'delete'].map((method) => `${method} ${bot}`),
    ...['start', 'pause', 'resume', 'stop', 'adopt'].map((verb) => `post ${bot}/${verb}`),
    ...['deals', 'why'].map((part) => `get ${bot}/${part}`),
    'post /api/backtests',
    'get /api/hooks',
    'post /api/hooks',
    'get /api/webhooks',
    'post /api/webhooks',
    'post /api/markets/spot/plan',
    'post /api/markets/spot/average',
    'post /api/markets/spot/split',
  ])
    expect(calls).toContain(call);
});

it('N-6: a bot on the wire keeps its fields and says how it stands', () => {
  expect(Object.keys(BOT_TYPES)).toEqual(expect.arrayContaining(['grid', 'averaging', 'signal', 'basket']));
  const fields = `botId name type active baseCurrency counterCurrency marketPrice pnl pnlPercent balance runTime
    peopleCopied levels state stateSince reason given result protection now`;
  expect(Object.keys(Bot.shape)).toEqual(expect.arrayContaining(fields.split(/\s+/)));
});

it('T-2: every type of bot can be made, but for the one that needs futures', () => {
  const isMade = (type: string): boolean => {
    const { error } = AnyPlan.safeParse({ type, settings: {} });
    return error?.issues.every(({ path }) => path[0] !== 'type') ?? true;
  };
  expect(Object.keys(BOT_TYPES).filter((type) => !isMade(type))).toEqual(['future-grid']);
  expect(Object.keys(BOT_TYPES).filter(isMade)).toEqual(expect.arrayContaining(['smart-money-turtle', 'basket']));
});

it('N-6: settings are of their type and strict', () => {
  const lines = { low: 0.48, high: 0.56, steps: 8, spacing: 'amount' };
  const grid = { ...lines, size: 'amount', invest: 400 };
  const levels = {
    order: 'buy-sell',
    baseCurrency: 'XRP',
    counterCurrency: 'USDT',
    counterEarning: true,
    buy: 0.5,
    sell: 0.54,
    invest: 100,
    repeat: true,
  };
  const plans = {
    grid: { ...grid, ownCoins: 10, heldMirrors: 2 },
    'inverse-grid': { ...lines, coins: 800 },
    'imbalance-grid': { ...grid, lowestWeight: 2 },
    'trend-grid': { ...grid, until: null, shiftEvery: 60, stopFollows: true },
    steps: { coins: 300, steps: 3, up: 2, back: 1.5, counterEarning: false, repeat: true },
    levels,
    'sell-buy-once': levels,
    'buy-sell-once': levels,
    range: { ...levels, lowBorder: 0.45, highBorder: 0.6, wait: 60 },
    basket: { assets: [{ asset: 'BTC', percent: 100 }], invest: 100, threshold: 5, every: null },
  };
  for (const [type, settings] of Object.entries(plans)) {
    const is = (of: object): boolean => AnyPlan.safeParse({ type, settings: of }).success;
    expect([type, is(settings), is({ ...settings, more: 1 })]).toEqual([type, true, false]);
  }
  expect(AnyPlan.safeParse({ type: 'inverse-grid', settings: plans.grid }).success).toBe(false);
  expect(AnyPlan.safeParse({ type: 'future-grid', settings: plans.grid }).success).toBe(false);
});
