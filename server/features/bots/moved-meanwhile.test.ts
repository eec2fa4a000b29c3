import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { standstill } from './index.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite();
});
beforeEach(async () => {
  world = await botWorld(site, { main: '1000', copies: ['1000'] });
  await world.price('0.523');
});
afterAll(() => site.close());

type Bot = Awaited<ReturnType<typeof world.create>>;

async function started(): Promise<Bot> {
  const bot = await world.create({ type: 'grid', settings: GRID }, { copyKeys: true });
  expect((await bot.call('start')).body.error).toBeNull();
  await until(async () => expect((await bot.detail()).runs.map(({ state }) => state)).toEqual(['running', 'running']));
  return bot;
}

const PAUSED = { state: 'paused', reason: 'The exchange paused it.' };
const STOPPING = { state: 'stopping', ending: 'keep' };

interface Moving<T> {
  keys: readonly number[];
  to: Record<string, string>;
  /** It is to go on as another bot, on the same lines. */
  next?: boolean;
  press: () => Promise<T>;
}

/** A press that has read the runs when these of them (0 is the main key's) are moved: what it writes waits for that. */
async function whileMoved<T>(bot: Bot, { keys, to, next = false, press }: Moving<T>) {
  const { sql } = site.database;
  const answers: Promise<T>[] = [];
  await sql.begin(async (tx) => {
    const moved = await tx`
      update bot_runs set ${sql(to)}
      where bot_id = ${bot.botId} and ordinal in ${sql(keys)} returning id`;
    expect(moved).toHaveLength(keys.length);
    if (next)
      await tx`
        update bot_runs set next = jsonb_build_object('botId', gen_random_uuid(), 'name', 'Night grid, 2', 'stop', '{}'::jsonb,
          'plan', (select plan from bots where id = ${bot.botId}))
        where bot_id = ${bot.botId} and ordinal = 0`;
    answers.push(press());
    await until(async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike 'update%bot_runs%'`;
      expect(waiting).not.toHaveLength(0);
    });
  });
  return Promise.all(answers);
}

it.each([
  ['a bot', [0, 1]],
  ['the run of a copy key', [1]],
])('C-2, C-9 %s that its engine moves while its owner presses Stop, stops', async (_, keys) => {
  const bot = await started();
  const stop = () => bot.call('stop', { coins: 'keep' });
  const [answer] = await whileMoved(bot, { keys, to: PAUSED, press: stop });
  expect(answer?.body.error).toBeNull();
  await until(async () => expect((await bot.detail()).runs.map(({ state }) => state)).toEqual(['stopped', 'stopped']));
  expect(await world.book()).toEqual([]);
});

it('C-20 the run of a copy key that its engine moves while its owner changes the lines ends with the others', async () => {
  const bot = await started();
  const plan = { type: 'grid', settings: { ...GRID, low: 0.46 } };
  const change = () => bot.call('lines', { plan, warned: true });
  const [answer] = await whileMoved(bot, { keys: [1], to: PAUSED, press: change });
  expect(answer?.body.error).toBeNull();
  await until(async () => expect((await bot.detail()).runs.map(({ state }) => state)).toEqual(['stopped', 'stopped']));
});

it.each([
  ['keep', null],
  ['sell', 'This bot is stopping: there is nothing to stop.'],
])(
  'C-9 a press of Stop that comes just after another one, to %s, is the first one or says what is so',
  async (coins, said) => {
    const bot = await started();
    const stop = () => bot.call('stop', { coins });
    const [answer] = await whileMoved(bot, { keys: [0, 1], to: STOPPING, press: stop });
    expect(answer?.body.error).toBe(said);
  },
);

it('C-8 a bot that stops while its owner presses Pause says so', async () => {
  const bot = await started();
  const pause = () => bot.call('pause', { takeDown: false });
  const [answer] = await whileMoved(bot, { keys: [0, 1], to: STOPPING, press: pause });
  expect(answer?.body.error).toBe('This bot is stopping: only one that runs can be paused.');
});

it('C-20, C-21 a bot whose lines change while its account leaves places nothing more', async () => {
  const bot = await started();
  const { begin } = standstill(site.deps.bots, site.deps.trading, world.userId);
  const [left] = await whileMoved(bot, { keys: [0, 1], to: { ...STOPPING, due_at: '0' }, next: true, press: begin });
  expect(left).toEqual([]);
  await until(async () => {
    const { body } = await world.get('/api/bots');
    const states = body.content.map(({ state }: { state: string }) => state);
    expect(states.toSorted()).toEqual(['draft', 'stopped']);
  });
  expect(await world.book()).toEqual([]);
});
