import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
  world = await botWorld(site, { copies: ['500', '500'] });
  await world.control('reset', {});
  await world.price('0.523');
});

type Made = Awaited<ReturnType<typeof world.create>>;
interface Answer {
  error: string | null;
}
type Ended = Detail & { next: { botId: string; name: string } | null };

const IN_TIME = { timeout: 30_000, interval: 300 };
const LOWER = { ...GRID, low: 0.46, high: 0.54 };
const plan = (settings: Record<string, unknown> = LOWER) => ({ plan: { type: 'grid', settings } });
const detailOf = async (botId: string) => (await world.get(`/api/bots/${botId}`)).body as Ended & { name: string };
const why = async (botId: string): Promise<string> =>
  ((await world.get(`/api/bots/${botId}/why`)).body.content as { text: string }[]).map(({ text }) => text).join(' ');
const started: string[] = [];
afterEach(async () => {
  for (const botId of started.splice(0)) {
    await world.post(`/api/bots/${botId}/stop`, { coins: 'keep' });
    await until(
      async () => expect((await detailOf(botId)).runs.every(({ state }) => state === 'stopped')).toBe(true),
      IN_TIME,
    );
  }
});

async function running(more: Record<string, unknown> = {}): Promise<Made> {
  const bot = await world.create({ type: 'grid', settings: GRID }, more);
  started.push(bot.botId);
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  return bot;
}
function mainRun({ runs: [main] }: Detail) {
  if (!main) throw new Error('It has no run.');
  return main;
}
interface Amounts {
  base: number;
  counter: number;
}
function isWithin(given: Amounts, owned: Amounts): void {
  expect(given.base).toBeLessThanOrEqual(owned.base);
  expect(given.counter).toBeLessThanOrEqual(owned.counter);
}
/** The exchange takes no cancelation before it is released. */
function holdsOrders() {
  const exchange = site.deps.markets.exchange('binance');
  const { cancel } = exchange;
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = vi.spyOn(exchange, 'cancel').mockImplementation(async (credentials, order) => {
    await promise;
    return cancel.call(exchange, credentials, order);
  });
  return {
    release: () => {
      held.mockRestore();
      resolve();
    },
  };
}
const change = async (bot: Made, json: Record<string, unknown>): Promise<string | null> =>
  ((await bot.call('lines', json)).body as Answer).error;
/** The bot that goes on, once it runs. */
async function goesOn(bot: Made): Promise<string> {
  const next = await until(async () => {
    const detail = await detailOf(bot.botId);
    expect(detail.state).toBe('stopped');
    return detail.next?.botId ?? Promise.reject(new Error('nothing goes on'));
  }, IN_TIME);
  started.push(next);
  await until(async () => expect((await detailOf(next)).state).toBe('running'), IN_TIME);
  return next;
}

describe('C-20 other lines of a grid that runs', () => {
  it('C-20: the receipt names both halves; one press ends the one and begins the other with its coins and its money; the books stay two', async () => {
    const bot = await running({ stop: { below: 0.4 } });
    const { body: preview } = await bot.call('lines/preview', { ...plan(), stop: { below: 0.41 } });
    expect(preview.refusals).toEqual([]);
    const old = mainRun(await bot.detail());
    expect(preview.ending).toMatchObject({ orders: 8, owned: old.owned });
    isWithin(preview.plan.needs, old.owned);
    // Of nine lines three are above the market now: coins are over.
    expect(preview.plan.atStart).toMatchObject({ side: 'sell', price: 0.5204 });
    expect(await world.book()).toHaveLength(8);

    expect(await change(bot, { ...plan(), stop: { below: 0.41 } })).toBeNull();
    // A second press is the first one, and other lines are not.
    expect(await change(bot, { ...plan(), stop: { below: 0.41 } })).toBeNull();
    expect(await change(bot, plan({ ...LOWER, steps: 6 }))).toMatch(
      /Night grid, 2.* already: change the lines of that one/,
    );
    const next = await goesOn(bot);
    const [ended, begun] = [await detailOf(bot.botId), await detailOf(next)];
    expect(begun).toMatchObject({ name: 'Night grid, 2', protection: 'stop: this server' });
    const [before, after] = [mainRun(ended), mainRun(begun)];
    isWithin(after.given, before.owned);
    for (const { result } of [before, after]) expect(result.total).toBeCloseTo(result.rounds + result.position, 8);
    expect((await world.book()).map((line) => line.split(' ')[2])).toEqual([
      '0.46',
      '0.47',
      '0.48',
      '0.49',
      '0.5',
      '0.51',
      '0.53',
      '0.54',
    ]);
    // C-4: all of the coins that came to this account are the run's, or were left over and named.
    const owns = after.owned.base + before.owned.base - after.given.base;
    expect(Number(await world.balance('XRP'))).toBeCloseTo(owns, 6);
    expect(await why(bot.botId)).toMatch(/Goes on as Night grid, 2\./);
    expect(await why(next)).toMatch(/Begins on other lines with [\d.]+ XRP and [\d.]+ USDT of Night grid\./);
  });

  it('C-3, C-20: runs of copy keys go on each with its own; one that does not copy stops and keeps its coins', async () => {
    const bot = await running({ copyKeys: true });
    await until(
      async () => expect((await bot.detail()).runs.map(({ state }) => state)).toEqual(Array(3).fill('running')),
      IN_TIME,
    );
    const [first, second] = world.copies;
    const idle = { mainUid: world.keyUid, updateUid: second?.uid, inProcess: false, market: 'binance' };
    expect((await world.send('PUT', '/api/key/group/updateKey', { json: idle })).status).toBe(200);
    const { copyLines } = (await bot.call('lines/preview', plan())).body;
    expect(copyLines).toMatchObject([
      { uid: first?.uid, ends: null, worth: expect.any(Number) },
      { uid: second?.uid, ends: 'This key does not copy at the moment.', worth: null },
    ]);
    expect(await change(bot, plan())).toBeNull();
    const next = await goesOn(bot);
    await until(
      async () => expect((await detailOf(next)).runs.map(({ state }) => state)).toEqual(['running', 'running']),
      IN_TIME,
    );
    const ended = await detailOf(bot.botId);
    expect(ended.runs.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped']);
    const [, copy] = (await detailOf(next)).runs;
    expect(copy?.given.counter).toBeLessThanOrEqual(ended.runs[1]?.owned.counter ?? 0);
  });

  it('C-20: what cannot be is refused before anything ends: too many lines, another type, a draft, one that is over', async () => {
    const draft = await world.create({ type: 'grid', settings: GRID });
    expect(await change(draft, plan())).toBe('This bot is a draft: change its fields.');
    const bot = await running();
    expect(await change(bot, plan({ ...LOWER, steps: 80 }))).toMatch(/^(The smallest order would be worth|A step of)/);
    expect(await change(bot, plan({ ...LOWER, high: 0.4 }))).toBe('Must be above the lowest price');
    expect(await change(bot, { ...plan(), stop: { below: 0.53 } })).toMatch(/at once it would stop/);
    const trend = { ...LOWER, until: null, shiftEvery: 60, stopFollows: true };
    expect(await change(bot, { plan: { type: 'trend-grid', settings: trend } })).toMatch(
      /^The type of a bot does not change/,
    );
    // Beside the market it would only wait: on a second press.
    expect(await change(bot, plan({ ...LOWER, low: 0.3, high: 0.4 }))).toMatch(/^The price is outside/);
    expect((await bot.detail()).state).toBe('running');
    expect(await world.book()).toHaveLength(8);
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped');
    expect(await change(bot, plan())).toMatch(/^Only a bot that runs or is paused/);
  });

  it('C-12, C-20: where nothing may begin by then, it ends with its coins kept, and its owner has the new lines as a draft and a notice', async () => {
    const bot = await running();
    const holding = holdsOrders();
    expect(await change(bot, plan())).toBeNull();
    expect((await world.post('/api/user/trading', { off: true })).status).toBe(200);
    holding.release();
    await bot.shows('stopped', (_run, { reason }) => expect(reason).toMatch(/^It does not go on with other lines: ./));
    expect((await world.post('/api/user/trading', { off: false })).status).toBe(200);
    const { next } = await detailOf(bot.botId);
    expect(await detailOf(next?.botId ?? '')).toMatchObject({ state: 'draft', name: 'Night grid, 2', runs: [] });
    expect(await world.book()).toEqual([]);
    const told = await site.database.sql`
      select 1 from deliveries where channel = 'live' and payload->>'topic' = 'bot-notice'
      and payload->'body'->>'botId' = ${bot.botId} and payload->'body'->>'kind' = 'needs-you'`;
    expect(told).toHaveLength(1);
  });

  it('C-9, C-20: a press on Stop meanwhile ends it for good', async () => {
    const bot = await running();
    const holding = holdsOrders();
    expect(await change(bot, plan())).toBeNull();
    expect(await change(bot, plan())).toBeNull();
    expect((await bot.detail()).now).toBe('Takes its orders down, then goes on with other lines.');
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    holding.release();
    await bot.shows('stopped');
    const { content } = (await world.get('/api/bots')).body as { content: unknown[] };
    expect(content).toHaveLength(1);
  });

  it('R-8, C-20: lines with orders below the least quantity of the pair are refused, and the old ones stay', async () => {
    const bot = await running();
    await world.control('pair', { symbol: 'XRPUSDT', minQty: '120' });
    await site.deps.markets.exchange('binance').renewPair('XRPUSDT');
    expect(await change(bot, plan())).toMatch(
      /^The smallest order would be \d+\.?\d* XRP; XRP\/USDT takes 120 XRP and more\. Use fewer steps\.$/,
    );
    expect((await bot.detail()).state).toBe('running');
  });
});
