import { getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
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
