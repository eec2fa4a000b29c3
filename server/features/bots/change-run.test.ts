import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await botWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
});

// What one test's bot has in the book would trade with the next one's orders.
const made: Made[] = [];
afterEach(async () => {
  for (const bot of made.splice(0)) {
    await bot.call('stop', { coins: 'keep' });
    await bot.shows('stopped');
  }
});

type Made = Awaited<ReturnType<typeof world.create>>;
const ROUND = { order: 'buy-sell', baseCurrency: 'XRP', counterCurrency: 'USDT', counterEarning: true, repeat: true };
const change = async (bot: Made, json: Record<string, unknown>) =>
  (await world.send('PATCH', `/api/bots/${bot.botId}`, { json })).body.error as string | null;
async function running(plan: Parameters<typeof world.create>[0], more: Record<string, unknown> = {}): Promise<Made> {
  const bot = await world.create(plan, more);
  expect((await bot.call('start')).body.error).toBeNull();
  made.push(bot);
  await bot.shows('running');
  return bot;
}
/** What its owner was told of it, the oldest first. */
const told = async (bot: Made): Promise<{ kind: string; title: string; text: string }[]> => {
  const rows = await site.database.sql<{ body: { kind: string; title: string; text: string } }[]>`
    select payload->'body' as body from deliveries
    where channel = 'live' and payload->>'topic' = 'bot-notice' and payload->'body'->>'botId' = ${bot.botId}
    order by created_at, id`;
  return rows.map(({ body }) => body);
};
const kinds = async (bot: Made) => (await told(bot)).map(({ kind }) => kind);
const grid = { type: 'grid', settings: GRID };

describe('C-20 what may change while a bot runs', () => {
  it('C-20: borders of a range, which decide from then on, and nothing else of it', async () => {
    const settings = { ...ROUND, buy: 0.5, sell: 0.54, invest: 100, lowBorder: 0.47, highBorder: 0.58, wait: 10 };
    const bot = await running({ type: 'range', settings });
    expect(await change(bot, { borders: { low: 0.5, high: 0.58 } })).toBe('Must be below the price to buy at');
    expect(await change(bot, { until: 0.6 })).toBe('Only a trend grid follows the price up to an end.');
    expect(await change(bot, { plan: { type: 'range', settings } })).toMatch(/^Its settings do not change/);
    expect(await change(bot, { borders: { low: 0.45, high: 0.56 } })).toBeNull();
    const { body } = await world.get(`/api/bots/${bot.botId}`);
    expect(body.plan.settings).toMatchObject({ lowBorder: 0.45, highBorder: 0.56, buy: 0.5 });
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped');
    expect(await change(bot, { borders: { low: 0.46, high: 0.56 } })).toMatch(/^This bot is over/);
  });

  it('C-20: the end of a trend grid', async () => {
    const trend = { until: null, shiftEvery: 60, stopFollows: true };
    const bot = await running({ type: 'trend-grid', settings: { ...GRID, ...trend } });
    expect(await change(bot, { until: 0.56 })).toBe('Must be above the highest price');
    expect(await change(bot, { until: 0.60001 })).toMatch(/steps of 0\.0001/);
    expect(await change(bot, { until: 0.6 })).toBeNull();
    expect((await world.get(`/api/bots/${bot.botId}`)).body.plan.settings.until).toBe(0.6);
    expect(await change(bot, { borders: { low: 0.45, high: 0.56 } })).toMatch(/^Only a bot that works in a range/);
  });
});

describe('C-12 the switch of all trading', () => {
  const lines = async (bot: Made): Promise<string[]> =>
    (await world.get(`/api/bots/${bot.botId}/why`)).body.content.map(({ text }: { text: string }) => text);

  it('C-12, S-34: takes what rests of bots down where that is asked, and lets those go on that worked', async () => {
    const bot = await running(grid);
    const resting = async () => (await world.get('/api/user/trading/bot-orders')).body.resting as number;
    await until(async () => expect([await resting(), (await world.book()).length]).toEqual([8, 8]));
    await world.post('/api/user/trading', { off: true });
    await world.post('/api/user/trading', { off: false });
    expect(await world.book()).toHaveLength(8);
    await world.post('/api/user/trading', { off: true, botOrders: true });
    await until(async () => expect([await resting(), await world.book()]).toEqual([0, []]));
    await bot.shows('paused', (_, { reason }) => expect(reason).toBe('Your trading is off.'));
    await world.post('/api/user/trading', { off: false });
    await bot.shows('running', ({ levels }) => expect(levels.every((level) => level.resting)).toBe(true));
    expect(await lines(bot)).toContainEqual(
      expect.stringMatching(/^Your trading was off from \d\d:\d\d to \d\d:\d\d UTC\. It goes on\.$/),
    );
    // One that its owner paused before stays so.
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await until(async () => expect(await world.book()).toEqual([]));
    await world.post('/api/user/trading', { off: true, botOrders: true });
    await world.post('/api/user/trading', { off: false });
    await bot.shows('paused', (_, { reason }) => expect(reason).toBe('Paused by you.'));
  });

  it('C-12, C-2: takes down what a bot has placed that is still starting; it goes on with all of its orders', async () => {
    const bot = await running(grid);
    await site.database.sql`update bot_runs set state = 'starting', due_at = null where bot_id = ${bot.botId}`;
    await world.post('/api/user/trading', { off: true, botOrders: true });
    await until(async () => expect(await world.book()).toEqual([]));
    await bot.shows('paused', (_, { reason }) => expect(reason).toBe('Your trading is off.'));
    await world.post('/api/user/trading', { off: false });
    await bot.shows('running', ({ levels }) => expect(levels.every((level) => level.resting)).toBe(true));
  });
});

describe('C-24 notices', () => {
  it('C-24: the owner is notified of a stop by rule, and not of their own', async () => {
    const bot = await running(grid, { stop: { above: 0.535 } });
    await world.price('0.535');
    await bot.shows('stopped');
    expect(await told(bot)).toMatchObject([
      {
        kind: 'stopped',
        title: 'Night grid stops',
        text: expect.stringMatching(/^The price reached its stop at 0\.535/),
      },
    ]);
    await world.price('0.523');
    const own = await running(grid);
    expect((await own.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await own.shows('stopped');
    expect(await told(own)).toEqual([]);
  });

  it('C-24: each kind of notice has its own switch; rounds come in one notice', async () => {
    const bot = await world.create(grid);
    expect((await world.get(`/api/bots/${bot.botId}`)).body.notices).toEqual([
      'needs-you',
      'stopped',
      'late',
      'outside',
    ]);
    expect(await change(bot, { notices: ['started', 'rounds'] })).toBeNull();
    expect((await bot.call('start')).body.error).toBeNull();
    await bot.shows('running');
    await until(async () => expect(await kinds(bot)).toEqual(['started']));
    await world.price('0.53');
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ side: 'buy', resting: true }));
    await world.price('0.52');
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ side: 'sell', resting: true }));
    await world.price('0.53');
    await until(async () => expect(await kinds(bot)).toEqual(['started', 'rounds']));
    const [, rounds] = await told(bot);
    expect(rounds?.text).toMatch(/^1 more, 1 in all\. Together they came to 0\.8\d+ USDT\.$/);
    // What stops is switched off.
    expect(await change(bot, { stop: { above: 0.535 } })).toBeNull();
    await world.price('0.535');
    await bot.shows('stopped');
    expect(await kinds(bot)).toEqual(['started', 'rounds']);
  });

  it('R-16: the owner is notified once of an hour outside the lines, and nothing is sold', async () => {
    const bot = await running(grid);
    await world.price('0.47');
    await bot.shows('running', ({ levels }) => expect(levels.every(({ side }) => side === 'sell')).toBe(true));
    const stay = () => site.database.sql<{ since: string | null }[]>`
      select beyond_since as since from bot_runs where user_id = ${world.userId}`;
    const lookAgain = () => site.database.sql`update bot_runs set due_at = 1 where user_id = ${world.userId}`;
    await until(async () => {
      await lookAgain();
      expect((await stay())[0]?.since).not.toBeNull();
    });
    expect(await told(bot)).toEqual([]);
    await site.database.sql`update bot_runs set beyond_since = beyond_since - 3600000 where user_id = ${world.userId}`;
    await lookAgain();
    await until(async () =>
      expect(await told(bot)).toMatchObject([
        { kind: 'outside', text: 'The price is under the lowest line: 8 levels hold coins and wait.' },
      ]),
    );
    const before = await world.book();
    await lookAgain();
    await world.price('0.485');
    await until(async () => {
      await lookAgain();
      expect((await stay())[0]?.since).toBeNull();
    });
    expect(await kinds(bot)).toEqual(['outside']);
    expect(before).toHaveLength(8);
    expect(before.every((line) => line.startsWith('SELL'))).toBe(true);
  });
});
