import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { heldCancels } from '../../../tests/factories/held-cancels.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await botWorld(site, { copies: ['1000'] });
  await world.control('reset', {});
  await world.price('0.523');
});

type Bot = Awaited<ReturnType<typeof world.create>>;
const made: Bot[] = [];
afterEach(async () => {
  for (const bot of made.splice(0)) {
    await bot.call('stop', { coins: 'keep' });
    await shows(bot, ['stopped', 'stopped']);
  }
});
const states = async (bot: Bot) => (await bot.detail()).runs.map(({ state }) => state);
const shows = (bot: Bot, wanted: string[]) => until(async () => expect(await states(bot)).toEqual(wanted));
async function started(wanted: string, more: Record<string, unknown> = {}): Promise<Bot> {
  const bot = await world.create({ type: 'grid', settings: GRID }, { copyKeys: true, ...more });
  made.push(bot);
  expect((await bot.call('start')).body.error).toBeNull();
  await shows(bot, [wanted, wanted]);
  return bot;
}
async function copies(inProcess: boolean): Promise<void> {
  const json = { mainUid: world.keyUid, updateUid: world.copies[0]?.uid, inProcess, market: 'binance' };
  expect((await world.send('PUT', '/api/key/group/updateKey', { json })).status).toBe(200);
}
const booked = async () =>
  (
    await site.database.sql`
      select 1 from paper.orders where api_key = ${world.copies[0]?.paperKey ?? ''} and status = 'NEW'`
  ).length;
const books = async () => [(await world.book()).length, await booked()];

it('C-3, R-9 the run of a copy key that does not copy begins only once it copies again', async () => {
  const bot = await started('waiting', { startAt: 0.515 });
  await copies(false);
  await world.price('0.513');
  await until(async () => expect((await states(bot))[0]).toBe('running'));
  const { sql } = site.database;
  await until(async () => {
    const [run] = await sql`
      select state, due_at is not null as looked from bot_runs where bot_id = ${bot.botId} and ordinal = 1`;
    expect(run).toEqual({ state: 'waiting', looked: true });
  });
  const sent = await sql`select 1 from paper.orders where api_key = ${world.copies[0]?.paperKey ?? ''}`;
  expect(sent).toHaveLength(0);
  await copies(true);
  await shows(bot, ['running', 'running']);
});

it('C-3, C-8 Resume leaves the run of a copy key that does not copy paused', async () => {
  const bot = await started('running');
  expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
  await until(async () => expect(await books()).toEqual([0, 0]));
  await copies(false);
  expect((await bot.call('resume')).body.error).toBeNull();
  expect((await states(bot))[1]).toBe('paused');
  await shows(bot, ['running', 'paused']);
  await copies(true);
  expect((await bot.call('resume')).body.error).toBeNull();
  await shows(bot, ['running', 'running']);
  await until(async () => expect(await books()).toEqual([8, 8]));
});

it('C-3, C-12 so does the switch of all trading', async () => {
  const bot = await started('running');
  await world.post('/api/user/trading', { off: true, botOrders: true });
  await shows(bot, ['paused', 'paused']);
  await copies(false);
  await world.post('/api/user/trading', { off: false });
  expect(await states(bot)).toEqual(['running', 'paused']);
});

it('C-8 a pause that takes the orders down takes down those of runs that are paused already', async () => {
  const bot = await started('running');
  await until(async () => expect(await books()).toEqual([8, 8]));
  await site.database.sql`
    update bot_runs set state = 'paused', reason = 'Copying is switched off for this key.', due_at = null
    where bot_id = ${bot.botId} and ordinal = 1`;
  expect((await bot.call('pause', { takeDown: false })).body.error).toBeNull();
  expect(await books()).toEqual([8, 8]);
  expect((await bot.call('pause', { takeDown: false })).body.error).toMatch(/^This bot is paused: only one that runs/);
  expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
  await until(async () => expect(await books()).toEqual([0, 0]));
  expect((await bot.call('pause', { takeDown: true })).body.error).toMatch(/^This bot is paused: only one that runs/);
});

it('C-3, C-18 a bot that goes on with what is left leaves the run of a copy key that does not copy unchanged', async () => {
  const bot = await started('running');
  const [copy] = world.copies;
  for (const key of [world.paperKey, copy?.paperKey ?? ''])
    await world.control('balance', { key, asset: 'USDT', free: '0' });
  await shows(bot, ['attention', 'attention']);
  await copies(false);
  expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
  expect(await states(bot)).toEqual(['running', 'attention']);
  await copies(true);
  expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
  await shows(bot, ['running', 'running']);
});

it('C-3, C-8 money that is missing on a copy key that does not copy keeps no other run from going on', async () => {
  const bot = await started('running');
  await world.control('balance', { key: world.copies[0]?.paperKey ?? '', asset: 'USDT', free: '0' });
  await shows(bot, ['running', 'attention']);
  await copies(false);
  expect((await bot.call('pause', { takeDown: false })).body.error).toBeNull();
  expect((await bot.call('resume')).body.error).toBeNull();
  await shows(bot, ['running', 'attention']);
});

it('C-3, C-20 the run of a copy key that ceases to copy before its orders are down does not go on with other lines', async () => {
  const bot = await started('running');
  await until(async () => expect(await books()).toEqual([8, 8]));
  const release = heldCancels(site);
  const plan = { type: 'grid', settings: { ...GRID, low: 0.46, high: 0.54 } };
  expect((await bot.call('lines', { plan, warned: true })).body.error).toBeNull();
  await copies(false);
  release();
  await shows(bot, ['stopped', 'stopped']);
  const { next } = (await world.get(`/api/bots/${bot.botId}`)).body as { next: { botId: string } };
  const path = `/api/bots/${next.botId}`;
  const runs = async () => (await world.get(path)).body.runs.map(({ state }: { state: string }) => state) as string[];
  await until(async () => expect([await runs(), await booked()]).toEqual([['running'], 0]));
  await world.post(`${path}/stop`, { coins: 'keep' });
  await until(async () => expect(await runs()).toEqual(['stopped']));
});
