import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import type { Detail } from '../../../tests/factories/bot-world.ts';
import { heldCancels } from '../../../tests/factories/held-cancels.ts';
import { purseWorld } from '../../../tests/factories/purse-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof purseWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
});

type Bot = Awaited<ReturnType<typeof world.create>>;
const made: Bot[] = [];
// What one test's bot has in the book would trade with the next one's orders.
afterEach(async () => {
  for (const bot of made.splice(0)) {
    await bot.call('stop', { coins: 'keep' });
    await bot.shows('stopped');
  }
});
async function running(plan = { type: 'grid', settings: { ...GRID } as Record<string, unknown> }): Promise<Bot> {
  const bot = await world.create(plan);
  made.push(bot);
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  await until(async () => expect(await world.book()).toHaveLength(8));
  return bot;
}
/** What it owns once it has stopped. */
async function left(bot: Bot): Promise<Detail['runs'][number]['owned']> {
  await bot.shows('stopped');
  const [run] = (await bot.detail()).runs;
  if (!run) throw new Error('It has no run.');
  return run.owned;
}
const resting = async () => (await world.get('/api/user/trading/bot-orders')).body.resting as number;
const trading = (json: Record<string, unknown>) => world.post('/api/user/trading', json);
const reasonOf = async (bot: Bot) => (await bot.detail()).reason;
/** Its owner is asked about money that was withdrawn. */
async function asks(bot: Bot): Promise<void> {
  await world.leaves('USDT', '0');
  await bot.shows('attention');
}
/** A loss limit that is reached, without a loss. */
async function reachesLimit(closesAll: boolean): Promise<void> {
  const limit = { kind: 'day-usdt', most: 100, closesAll };
  const answer = await world.send('PUT', '/api/user/loss-limits', { json: { keyUid: null, limit } });
  expect(answer.body.limits).toHaveLength(1);
  await site.database.sql`update loss_limits set reached_at = ${Date.now()} where user_id = ${world.userId}`;
}
describe('what is taken down of bots that do not run', () => {
  it('C-12 the switch of all trading takes down the orders of a bot that is paused, which stays so', async () => {
    const bot = await running();
    expect((await bot.call('pause', { takeDown: false })).body.error).toBeNull();
    expect([await resting(), (await world.book()).length]).toEqual([8, 8]);
    await trading({ off: true, botOrders: true });
    await until(async () => expect([await resting(), await world.book()]).toEqual([0, []]));
    expect(await reasonOf(bot)).toBe('Paused by you.');
    expect(await world.why(bot)).toMatch(/Its orders come down\. Your trading is off\./);
    await trading({ off: false });
    expect((await bot.detail()).state).toBe('paused');
    expect((await bot.call('resume')).body.error).toBeNull();
    await bot.shows('running', ({ levels }) => expect(levels.every((level) => level.resting)).toBe(true));
  });

  it('C-12, C-18 and those of one that needs its owner, who is asked the same afterwards', async () => {
    const bot = await running();
    await asks(bot);
    const asked = await reasonOf(bot);
    expect(await resting()).toBe(8);
    await trading({ off: true, botOrders: true });
    await until(async () => expect([await resting(), await world.book()]).toEqual([0, []]));
    await trading({ off: false });
    expect(await bot.detail()).toMatchObject({ state: 'attention', reason: asked });
    expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
    await bot.shows('running', ({ levels }) => expect(levels.every((level) => level.resting)).toBe(true));
  });

  it('EX-12 a loss limit takes down the orders of a bot that is paused, once', async () => {
    const bot = await running();
    expect((await bot.call('pause', { takeDown: false })).body.error).toBeNull();
    await reachesLimit(false);
    await until(async () => expect(await world.book()).toEqual([]));
    expect(await reasonOf(bot)).toBe('Paused by you.');
    expect((await world.why(bot)).match(/Its orders come down\. The loss limit is reached\./g)).toHaveLength(1);
  });
});

describe('what a loss limit that closes everything makes of bots', () => {
  const LOWER = { ...GRID, low: 0.46, high: 0.54 };

  it('EX-12, C-20 one that is to go on with other lines ends for good, and its coins are sold', async () => {
    const bot = await running();
    const release = heldCancels(site);
    const lines = { plan: { type: 'grid', settings: LOWER }, warned: true };
    expect((await bot.call('lines', lines)).body.error).toBeNull();
    await reachesLimit(true);
    await until(async () => expect((await bot.detail()).now).toBe('Takes its orders down.'));
    release();
    expect((await left(bot)).base).toBeLessThan(0.1);
  });

  it('EX-12, C-20 one that earns the coin buys back', async () => {
    await world.leaves('XRP', '800');
    const { low, high, steps, spacing } = GRID;
    const settings = { low, high, steps, spacing, coins: 800 };
    const bot = await running({ type: 'inverse-grid', settings });
    const release = heldCancels(site);
    const lines = { plan: { type: 'inverse-grid', settings: { ...settings, low: 0.46, high: 0.54 } }, warned: true };
    expect((await bot.call('lines', lines)).body.error).toBeNull();
    await reachesLimit(true);
    await until(async () => expect((await bot.detail()).now).toBe('Takes its orders down.'));
    release();
    const { base, counter } = await left(bot);
    expect([base > 780, counter < 2]).toEqual([true, true]);
  });

  it('EX-12, C-18 one that asks about what is missing ends without that', async () => {
    const bot = await running();
    await asks(bot);
    const missing = (await world.missingOf(bot))?.counter ?? 0;
    expect(missing).toBeGreaterThan(0);
    await reachesLimit(true);
    await bot.shows('stopped');
    const [run] = await site.database.sql<{ missing: unknown; taken: string }[]>`
      select missing, taken_counter as taken from bot_runs where bot_id = ${bot.botId}`;
    expect(run).toEqual({ missing: null, taken: expect.any(String) });
    expect(Number(run?.taken)).toBeCloseTo(missing, 6);
  });
});
