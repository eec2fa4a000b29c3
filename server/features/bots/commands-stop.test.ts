import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld, type Detail } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await botWorld(site, { copies: ['500'] });
  await world.control('reset', {});
  await world.price('0.523');
});

interface Ended extends Detail {
  next: { botId: string; name: string } | null;
}
const detailOf = async (botId: string) => (await world.get(`/api/bots/${botId}`)).body as Ended;
const stop = async (botId: string, coins = 'keep'): Promise<string | null> =>
  (await world.post(`/api/bots/${botId}/stop`, { coins })).body.error as string | null;
const started: string[] = [];
// What one test's bot has in the book would trade with the next one's orders.
afterEach(async () => {
  for (const botId of started.splice(0).toReversed()) {
    await stop(botId);
    await until(async () => expect((await detailOf(botId)).runs.every(({ state }) => state === 'stopped')).toBe(true));
  }
});

async function running(more: Record<string, unknown> = {}): Promise<string> {
  const bot = await world.create({ type: 'grid', settings: GRID }, more);
  started.push(bot.botId);
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  return bot.botId;
}
async function changeLines(botId: string, low: number): Promise<void> {
  const lines = { plan: { type: 'grid', settings: { ...GRID, low } }, warned: true };
  expect((await world.post(`/api/bots/${botId}/lines`, lines)).body.error).toBeNull();
}
/** The bot that it goes on as, once that runs. */
async function next(botId: string): Promise<string> {
  const found = await until(async () => {
    const detail = await detailOf(botId);
    expect(detail.state).toBe('stopped');
    return detail.next?.botId ?? '';
  });
  started.push(found);
  await until(async () => expect((await detailOf(found)).state).toBe('running'));
  return found;
}
async function goesOn(botId: string, low: number): Promise<string> {
  await changeLines(botId, low);
  return next(botId);
}
/** The exchange takes no cancelation of this key, or of any, before it is released. */
function holdsOrders(apiKey: string | null = null): () => void {
  const exchange = site.deps.markets.exchange('binance');
  const { cancel } = exchange;
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = vi.spyOn(exchange, 'cancel').mockImplementation(async (credentials, order) => {
    if (apiKey === null || credentials.apiKey === apiKey) await promise;
    return cancel.call(exchange, credentials, order);
  });
  const release = () => {
    held.mockRestore();
    resolve();
  };
  onTestFinished(release);
  return release;
}

/** A press waits for a run that is being written. */
const untilWaiting = () =>
  until(async () => {
    const waiting = await site.database.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ilike 'update%bot_runs%'`;
    expect(waiting).not.toHaveLength(0);
  });

it('C-9, C-20 a bot that is stopped while its lines are changed does with its coins what was chosen', async () => {
  const botId = await running();
  const release = holdsOrders();
  await changeLines(botId, 0.46);
  expect(await stop(botId, 'sell')).toBeNull();
  // A second press of the same is the first one.
  expect(await stop(botId, 'sell')).toBeNull();
  release();
  await until(async () => expect((await detailOf(botId)).state).toBe('stopped'));
  const [run] = (await detailOf(botId)).runs;
  expect(run?.owned.base).toBeLessThan(0.1);
  expect(((await world.get('/api/bots')).body as { content: unknown[] }).content).toHaveLength(1);
});

it('C-20 Stop of a bot that went on with other lines names the one that trades, which stops', async () => {
  const first = await running();
  const second = await goesOn(first, 0.46);
  expect(await stop(first)).toBe('This bot went on as Night grid, 2. Stop that one.');
  // Also while that one changes its lines.
  const release = holdsOrders();
  await changeLines(second, 0.45);
  expect(await stop(first)).toBe('This bot went on as Night grid, 2. Stop that one.');
  release();
  const third = await next(second);
  expect(await stop(first)).toBe('This bot went on as Night grid, 3. Stop that one.');
  expect((await detailOf(third)).state).toBe('running');
  expect(await stop(third)).toBeNull();
  // All of it is over.
  expect([await stop(second), await stop(first)]).toEqual([null, null]);
});

it('C-20 a press on Stop that comes as the books are handed over says so too', async () => {
  const first = await running();
  const second = await goesOn(first, 0.46);
  const { sql } = site.database;
  // The state before: the one stops, and the other has not begun.
  await sql.begin(async (tx) => {
    await tx`update bot_runs set state = 'stopped', due_at = null where bot_id = ${second}`;
    await tx`update bot_runs set state = 'stopping', due_at = null where bot_id = ${first}`;
  });
  const answers: Promise<string | null>[] = [];
  await sql.begin(async (tx) => {
    await tx`update bot_runs set state = 'stopped' where bot_id = ${first}`;
    await tx`update bot_runs set state = 'running', due_at = 1 where bot_id = ${second}`;
    answers.push(stop(first));
    await untilWaiting();
  });
  expect(await Promise.all(answers)).toEqual(['This bot went on as Night grid, 2. Stop that one.']);
});

it('C-9, C-20 Stop of the bot that goes on ends what is still on its way to it from a copy key', async () => {
  const first = await running({ copyKeys: true });
  await until(async () =>
    expect((await detailOf(first)).runs.map(({ state }) => state)).toEqual(['running', 'running']),
  );
  const release = holdsOrders(world.copies[0]?.paperKey);
  await changeLines(first, 0.46);
  const second = await until(async () => {
    const ended = await detailOf(first);
    expect(ended.runs.map(({ state }) => state)).toEqual(['stopped', 'stopping']);
    return ended.next?.botId ?? '';
  });
  started.push(second);
  expect(await stop(second, 'sell')).toBeNull();
  release();
  await until(async () =>
    expect((await detailOf(first)).runs.map(({ state }) => state)).toEqual(['stopped', 'stopped']),
  );
  const { runs } = await detailOf(second);
  expect(runs).toHaveLength(1);
  expect((await detailOf(first)).runs[1]?.owned.base).toBeLessThan(0.1);
});

it('C-9, C-20 a press on Stop ends a bot for good whose lines are changed at that moment', async () => {
  const botId = await running();
  const { sql } = site.database;
  const plan = { type: 'grid', settings: { ...GRID, low: 0.46 } };
  const following = { botId: crypto.randomUUID(), name: 'Night grid, 2', plan, stop: {} };
  const answers: Promise<string | null>[] = [];
  await sql.begin(async (tx) => {
    await tx`
      update bot_runs set state = 'stopping', ending = 'keep', due_at = 1, next = ${JSON.stringify(following)}::text::jsonb
      where bot_id = ${botId}`;
    answers.push(stop(botId));
    await untilWaiting();
  });
  expect(await Promise.all(answers)).toEqual([null]);
  const runs = await sql`select next from bot_runs where bot_id = ${botId}`;
  expect(runs).toEqual([{ next: null }]);
});
