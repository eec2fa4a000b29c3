import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
type World = Awaited<ReturnType<typeof botWorld>>;
let world: World;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await botWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
});

const STARTED = [
  'BUY 105 0.48',
  'BUY 102.9 0.49',
  'BUY 100.8 0.5',
  'BUY 98.9 0.51',
  'SELL 96.9 0.53',
  'SELL 95 0.54',
  'SELL 93.3 0.55',
  'SELL 91.6 0.56',
];

async function running(settings: Record<string, unknown> = {}) {
  const bot = await world.create({ type: 'grid', settings: { ...GRID, ...settings } });
  const { body } = await bot.call('start');
  expect([body.error, body.bot.state]).toEqual([null, 'starting']);
  await bot.shows('running');
  return bot;
}

describe('C-26 a grid on the paper exchange', () => {
  it('R-13 says of a level that its order rests only once the exchange has it', async () => {
    const bot = await running();
    await world.control('fault', {
      kind: 'delay',
      ms: 5000,
      times: 1,
      path: 'POST /api/v3/order',
      key: world.paperKey,
    });
    await world.price('0.53');
    await bot.shows('running', ({ levels }) =>
      expect(levels[4]).toMatchObject({
        side: 'buy',
        resting: false,
        idle: 'The exchange has not confirmed its order yet.',
      }),
    );
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ side: 'buy', resting: true }));
    expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
    await bot.shows('stopped');
    await world.price('0.523');
  });

  it('grid-arithmetic R-4, R-6, R-9, R-11, C-19: buys its coins, rests on its lines, turns at them, and its books are the exchange’s', async () => {
    const bot = await running();
    await until(async () => expect(await world.book()).toEqual(STARTED));
    const bought = Number(await world.balance('XRP'));
    await world.price('0.53');
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ side: 'buy', resting: true }));
    await world.price('0.52');
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ side: 'sell', resting: true }));
    await world.price('0.53');
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ side: 'buy', rounds: 1 }));
    // all but the coins of the start are plain limit orders, good till canceled.
    const kinds = await site.database.sql<{ kind: string }[]>`
      select distinct type || ' ' || time_in_force as kind from paper.orders where api_key = ${world.paperKey}
      order by kind`;
    expect(kinds.map(({ kind }) => kind)).toEqual(['LIMIT GTC', 'LIMIT IOC']);
    const { runs, result, ...card } = await bot.detail();
    const [run] = runs;
    if (!run || !result) throw new Error('It has a run and a result.');
    // one round, of the fills that the exchange made; the three results add up.
    expect(run.levels[4]?.earned).toBe(0.865643);
    expect(result.total).toBeCloseTo(result.rounds + result.position, 8);
    // C-19: the card tells the total, and of what was given; no bot was started from a link of it.
    expect(card.pnl).toBeCloseTo(result.total, 1);
    expect(card.pnlPercent).toBeCloseTo((result.total / run.given.counter) * 100, 1);
    expect(card.peopleCopied).toBe(0);
    // C-4: what belongs to the run is what the exchange has, and nothing else of the account was touched.
    expect(run.owned.base).toBeCloseTo(bought - 96.9 - 96.9 + 97 * 0.999, 8);
    expect(Number(await world.balance('XRP'))).toBeCloseTo(run.owned.base, 8);
    expect(Number(await world.balance('USDT'))).toBeCloseTo(1000 - run.given.counter + run.owned.counter, 8);
  });

  it('C-8, C-9: pauses with its orders down, resumes to the same book, and stops selling all but dust', async () => {
    const bot = await running();
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await until(async () => expect(await world.book()).toEqual([]));
    expect((await bot.call('resume')).body.error).toBeNull();
    await until(async () => expect(await world.book()).toEqual(STARTED));
    expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
    await bot.shows('stopped', ({ owned, levels }) => {
      expect(owned.base).toBeLessThan(0.1);
      // What was sold is held by no level.
      expect(new Set(levels.map(({ held }) => held))).toEqual(new Set([0]));
      expect(new Set(levels.map(({ idle }) => idle))).toEqual(new Set(['The bot is over: nothing more is placed.']));
    });
    expect(await world.book()).toEqual([]);
    // The same press once more changes nothing.
    expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
    const deals = (await world.get(`/api/bots/${bot.botId}/deals`)).body;
    expect(deals.content.map(({ side, level }: { side: string; level: number }) => `${side} ${level}`)).toEqual([
      'sell 0',
      'buy 0',
    ]);
    const why = (await world.get(`/api/bots/${bot.botId}/why`)).body;
    expect(why.totalRecords).toBeGreaterThan(18);
    expect((await world.get(`/api/bots/${bot.botId}/deals.csv`)).text.split('\r\n')).toHaveLength(4);
  });

  it('C-6, C-13, C-25: one press starts one run, and the pair takes no second bot', async () => {
    const bot = await world.create({ type: 'grid', settings: GRID });
    const key = { 'idempotency-key': 'one press' };
    const answers = await Promise.all([bot.call('start', {}, key), bot.call('start', {}, key)]);
    expect(answers.map(({ body }) => body.error)).toEqual([null, null]);
    await bot.shows('running');
    expect((await bot.call('start', {}, { 'idempotency-key': 'another' })).body.error).toMatch(
      /^A bot runs already with these settings since \d\d:\d\d/,
    );
    const other = await world.create({ type: 'grid', settings: { ...GRID, invest: 300 } });
    expect((await other.call('start')).body.error).toMatch(
      /already works on XRP\/USDT with this key\. Stop it first, or use another key\.$/,
    );
    await until(async () => expect(await world.book()).toEqual(STARTED));
  });

  it('C-5, C-10, C-21: its money, the account’s limits and its key are held to while it runs', async () => {
    const bot = await running();
    expect((await bot.detail()).state).toBe('running');
    // What it was given and no order of it locks is not free for others.
    const { body } = await world.get('/api/markets/spot/symbol-quantities/binance/xrp_usdt');
    const free = Number(body.counterQuantity);
    expect(body.botsCounterQuantity).toBeGreaterThan(0);
    expect(free + Number(body.botsCounterQuantity)).toBeCloseTo(1000 - 377.2 * 0.523 - 201.66, 2);
    const refused = await world.buy({ price: 0.4, counterQuantity: free + 0.5 });
    expect(refused.body.error).toMatch(
      /^This needs 0\.\d\d USDT that .*Night grid.* keeps for its next orders\. Pause or stop that bot first\.$/,
    );
    const fault = await site.deps.bots.claims.fault(world.userId, world.keyUid);
    expect(fault).toMatch(/works with this key\. Stop it first\.$/);
    expect(Number((await world.get('/api/user/limits')).body.usedToday)).toBeCloseTo(399.92, 2);
  });

  it('C-10: each single order is held against the limit for one order, and the capital counts in the day', async () => {
    const limit = (who: World, perOrder: number, perDay: number) =>
      who.send('PUT', '/api/user/limits', { json: { perOrder, perDay, thinMarkets: false } });
    await limit(world, 198, 1000);
    const bot = await world.create({ type: 'grid', settings: GRID });
    expect((await bot.call('start')).body.error).toMatch(
      /^This order is worth 198\.26 USDT; your limit for one order is 198 USDT\./,
    );
    const other = await botWorld(site);
    await limit(other, 199, 399);
    const over = await other.create({ type: 'grid', settings: GRID });
    expect((await over.call('start')).body.error).toMatch(/in 24 hours, copies included; your limit is 399 USDT\./);
    const within = await botWorld(site);
    await limit(within, 199, 400);
    const started = await within.create({ type: 'grid', settings: GRID });
    expect((await started.call('start')).body.error).toBeNull();
  });

  it('C-11, C-18: a start that the exchange refused asks its owner, and begins once it is let go on', async () => {
    await world.control('fault', { kind: 'reject', code: -2010, times: 3, key: world.paperKey });
    const bot = await world.create({ type: 'grid', settings: GRID });
    expect((await bot.call('start')).body.error).toBeNull();
    await bot.shows('attention');
    expect(await world.book()).toEqual([]);
    expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
    await until(async () => expect(await world.book()).toEqual(STARTED));
    await bot.shows('running');
    expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
    await bot.shows('stopped');
  });

  it('C-11, M-18: while the exchange takes no more requests nothing is sent in vain, and its owner is not asked', async () => {
    // Longer than the three attempts of a start take.
    const path = 'POST /api/v3/order';
    await world.control('fault', { kind: 'reject', code: 429, ms: 12_000, times: 1, path, key: world.paperKey });
    const bot = await running();
    const [refused] = await site.database.sql<{ count: number }[]>`
      select count(*)::int as count from bot_orders o join bot_runs r on r.id = o.run_id
      where o.state = 'rejected' and r.bot_id = ${bot.botId}`;
    expect(refused?.count).toBe(1);
    await until(async () => expect(await world.book()).toEqual(STARTED));
  });

  it('C-18: an order cancelled on the exchange stops its level alone, until its owner puts it back', async () => {
    const bot = await running();
    const [order] = await site.database.sql<{ clientOrderId: string }[]>`
      select client_order_id as "clientOrderId" from paper.orders
      where api_key = ${world.paperKey} and status = 'NEW' and side = 'SELL' order by price limit 1`;
    await world.control('order', {
      do: 'cancel',
      key: world.paperKey,
      symbol: 'XRPUSDT',
      clientOrderId: order?.clientOrderId,
    });
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ asksOwner: true, resting: false }));
    expect(await world.book()).toHaveLength(7);
    expect((await bot.call('adopt', { choice: 'put-back', level: 5 })).body.error).toBeNull();
    await until(async () => expect(await world.book()).toEqual(STARTED));
  });

  it('C-13, C-14: answers that are lost lose and double nothing', async () => {
    const bot = await world.create({ type: 'grid', settings: GRID });
    await world.control('fault', { kind: 'unknown-executed', times: 3 });
    expect((await bot.call('start')).body.error).toBeNull();
    await bot.shows('running');
    await until(async () => expect(await world.book()).toEqual(STARTED));
  });
});
