import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

/** The examples of the rules of bots, from the call that starts them to the exchange's book. */
let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
let ahead = 0;
beforeAll(async () => {
  site = await testSite({}, () => Date.now() + ahead);
});
afterAll(() => site.close());
/** Time passes for the site and for the exchange alike, ms. */
async function pass(ms: number): Promise<void> {
  ahead += ms;
  await world.control('clock', { skewMs: ahead });
}
beforeEach(async () => {
  world = await botWorld(site, { main: '1000', coins: '1000' });
  await world.control('reset', {});
  await pass(0);
  await world.price('0.523');
});

const { low, high, steps, spacing } = GRID;
const PATIENCE = { timeout: 40_000, interval: 200 };
const rests = (...lines: string[]) => until(async () => expect(await world.book()).toEqual(lines), PATIENCE);
/** A second of the market's clock passes at each look. */
const restsLater = (...lines: string[]) =>
  until(async () => {
    await pass(1000);
    expect(await world.book()).toEqual(lines);
  }, PATIENCE);

async function started(plan: { type: string; settings: Record<string, unknown> }) {
  const bot = await world.create(plan);
  expect((await bot.call('start', { warned: true })).body.error).toBeNull();
  return bot;
}

interface Deal {
  level: number;
  side: string;
  price: number;
  quantity: number;
}
async function dealsOf(botId: string): Promise<Deal[]> {
  const { content } = (await world.get(`/api/bots/${botId}/deals`)).body as { content: Deal[] };
  return content.toReversed();
}

it('T-3 inverse-start: sells the coins of the levels that buy first, and buys back with what each brought in', async () => {
  const bot = await started({ type: 'inverse-grid', settings: { low, high, steps, spacing, coins: 800 } });
  await rests(
    'BUY 108.8 0.48',
    'BUY 106.6 0.49',
    'BUY 104.4 0.5',
    'BUY 102.4 0.51',
    'SELL 100 0.53',
    'SELL 100 0.54',
    'SELL 100 0.55',
    'SELL 100 0.56',
  );
  expect(await dealsOf(bot.botId)).toMatchObject([{ level: 0, side: 'sell', quantity: 400, price: 0.523 }]);
  const { runs } = await bot.detail();
  expect(runs[0]?.owned).toEqual({ base: 400, counter: 208.9908 });
});

it('R-14 grid-books: tells what it owns after each fill, and at 0.5050 its results and fees', async () => {
  const bot = await started({ type: 'grid', settings: GRID });
  const owns = (...amounts: readonly number[]) =>
    bot.shows('running', ({ owned: { base, counter } }) => expect([base, counter]).toEqual(amounts));
  const upper = ['SELL 95 0.54', 'SELL 93.3 0.55', 'SELL 91.6 0.56'];
  const lower = ['BUY 105 0.48', 'BUY 102.9 0.49', 'BUY 100.8 0.5'];
  const fills = [
    { at: '0.53', book: [...lower, 'BUY 98.9 0.51', 'BUY 97 0.52', ...upper], owned: [279.9228, 253.946363] },
    { at: '0.52', book: [...lower, 'BUY 98.9 0.51', 'SELL 96.9 0.53', ...upper], owned: [376.8258, 203.506363] },
    { at: '0.53', book: [...lower, 'BUY 98.9 0.51', 'BUY 97 0.52', ...upper], owned: [279.9258, 254.812006] },
    { at: '0.52', book: [...lower, 'BUY 98.9 0.51', 'SELL 96.9 0.53', ...upper], owned: [376.8288, 204.372006] },
    { at: '0.51', book: [...lower, 'SELL 98.8 0.52', 'SELL 96.9 0.53', ...upper], owned: [475.6299, 153.933006] },
  ] as const;
  await rests(...fills[1].book);
  await owns(376.8228, 202.64072);
  for (const { at, book, owned } of fills) {
    await world.price(at);
    await rests(...book);
    await owns(...owned);
  }
  await world.price('0.505');
  await bot.shows('running', ({ given, result }) =>
    expect([given.counter, result]).toEqual([
      399.91632,
      { currency: 'USDT', total: -5.7902145, rounds: 0.865643, position: -6.6558575 },
    ]),
  );
  const [run] = (await world.get(`/api/bots/${bot.botId}`)).body.runs;
  expect(run.fees).toEqual(
    expect.arrayContaining([
      { asset: 'XRP', amount: 0.6701 },
      { asset: 'USDT', amount: 0.102714 },
    ]),
  );
  expect([run.fees.length, run.justHolding]).toEqual([2, -14.148923]);
});

describe('T-7 levels: one round in each of the four ways', () => {
  const typed = {
    baseCurrency: 'XRP',
    counterCurrency: 'USDT',
    buy: 0.5,
    sell: 0.54,
    invest: 100,
    repeat: false,
  };
  it.each([
    { order: 'buy-sell', counterEarning: true, first: 'BUY 200 0.5', second: 'SELL 199.8 0.54', earned: 7.784108 },
    { order: 'buy-sell', counterEarning: false, first: 'BUY 200 0.5', second: 'SELL 185.4 0.54', earned: 14.4 },
    { order: 'sell-buy', counterEarning: true, first: 'SELL 185.1 0.54', second: 'BUY 185.3 0.5', earned: 7.204046 },
    { order: 'sell-buy', counterEarning: false, first: 'SELL 185.1 0.54', second: 'BUY 199.7 0.5', earned: 14.4003 },
  ])('%o', async ({ order, counterEarning, first, second, earned }) => {
    const bot = await started({ type: 'levels', settings: { ...typed, order, counterEarning } });
    const prices = order === 'buy-sell' ? ['0.5', '0.54'] : ['0.54', '0.5'];
    await rests(first);
    await world.price(prices[0] ?? '');
    await rests(second);
    await world.price(prices[1] ?? '');
    await bot.shows('stopped', ({ levels }) => expect(levels[0]).toMatchObject({ rounds: 1, earned }));
    await rests();
  });
});

it('T-6 steps: sells in steps above the market, buys each back below its sale, and earns the coin', async () => {
  const settings = { coins: 300, steps: 3, up: 2, back: 1.5, counterEarning: false, repeat: false };
  const bot = await started({ type: 'steps', settings });
  await rests('SELL 100 0.5335', 'SELL 100 0.544', 'SELL 100 0.5544');
  // Below all its purchases from the start on: it is where it begins, not outside.
  await bot.shows('running', (_, { now }) => expect(now).toBe('Sells 0.5335; market 0.5230.'));
  await world.price('0.5544');
  await rests('BUY 101.4 0.5254', 'BUY 101.4 0.5358', 'BUY 101.4 0.546');
  await world.price('0.5254');
  await bot.shows('stopped', ({ levels }) =>
    expect(levels.map(({ earned }) => earned)).toEqual([1.2986, 1.2986, 1.2986]),
  );
  const { runs } = await bot.detail();
  expect(runs[0]?.owned.base).toBeCloseTo(303.8958, 8);
  expect(runs[0]?.owned.counter).toBeCloseTo(0.02109 + 0.01548 + 0.02016, 8);
});

it('R-5 rung-carries-dust: what a purchase leaves over is sold in a later round', async () => {
  const bot = await started({ type: 'grid', settings: GRID });
  await bot.shows('running');
  const lowest = (side: string) =>
    until(async () => {
      const [line = ''] = await world.book();
      expect(line).toMatch(side === 'BUY' ? /^BUY 105 0\.48$/ : /^SELL 104\.[89] 0\.49$/);
    }, PATIENCE);
  for (let round = 0; round < 12; round += 1) {
    await lowest('BUY');
    await world.price('0.48');
    await lowest('SELL');
    await world.price('0.49');
  }
  await bot.shows('running', ({ levels }) => expect(levels[0]).toMatchObject({ rounds: 12, held: 0.04 }));
  const sold = (await dealsOf(bot.botId)).filter(({ level, side }) => level === 1 && side === 'sell');
  expect(sold.map(({ quantity }) => quantity)).toEqual([104.8, ...Array.from({ length: 11 }, () => 104.9)]);
});

it('T-9 range: its orders come down after the wait outside its borders, and are put back after the wait inside', async () => {
  const settings = {
    order: 'buy-sell',
    baseCurrency: 'XRP',
    counterCurrency: 'USDT',
    counterEarning: true,
    buy: 0.5,
    sell: 0.54,
    invest: 100,
    repeat: true,
    lowBorder: 0.49,
    highBorder: 0.56,
    wait: 10,
  };
  const bot = await started({ type: 'range', settings });
  await rests('BUY 200 0.5');
  await world.price('0.57');
  await restsLater();
  await bot.shows('running', (_, { now }) =>
    expect(now).toBe('The price is outside its borders: its orders are down and wait.'),
  );
  await world.price('0.53');
  await restsLater('BUY 200 0.5');
  await world.price('0.5');
  await rests('SELL 199.8 0.54');
  const { content } = (await world.get(`/api/bots/${bot.botId}/why`)).body as { content: { text: string }[] };
  expect(content.filter(({ text }) => text.includes('borders'))).toHaveLength(2);
});

describe('T-5 trend grid', () => {
  const TREND = {
    low: 0.5,
    high: 0.54,
    steps: 4,
    spacing: 'amount',
    size: 'amount',
    invest: 99.95,
    until: null,
    shiftEvery: 10,
    stopFollows: true,
  };

  it('trend-shift-up: the lowest purchase comes down, the same amount buys at the old top, and the stop moves along', async () => {
    const bot = await world.create({ type: 'trend-grid', settings: TREND }, { stop: { below: 0.48 } });
    expect((await bot.call('start')).body.error).toBeNull();
    await rests('BUY 50 0.5', 'BUY 49 0.51', 'SELL 47.9 0.53', 'SELL 47 0.54');
    await world.price('0.541');
    await rests('BUY 50 0.5', 'BUY 49 0.51', 'BUY 48 0.52', 'BUY 47.1 0.53');
    await bot.shows('running', (_, { now }) =>
      expect(now).toBe('The price is above the highest line: it follows at 0.5500.'),
    );
    await world.price('0.55');
    await restsLater('BUY 49 0.51', 'BUY 48 0.52', 'BUY 47.1 0.53', 'BUY 46.3 0.54');
    const { body } = await world.get(`/api/bots/${bot.botId}`);
    expect(body.stop.below).toBe(0.49);
    // A jump over several lines: one of them, then the next once its time has come.
    await world.price('0.572');
    await restsLater('BUY 48 0.52', 'BUY 47.1 0.53', 'BUY 46.3 0.54', 'BUY 45.4 0.55');
    await restsLater('BUY 47.1 0.53', 'BUY 46.3 0.54', 'BUY 45.4 0.55', 'BUY 44.6 0.56');
    await world.price('0.56');
    await rests('BUY 47.1 0.53', 'BUY 46.3 0.54', 'BUY 45.4 0.55', 'SELL 44.5 0.57');
    const { runs, result } = await bot.detail();
    expect(runs[0]?.levels.map(({ number }) => number)).toEqual([4, 5, 6, 7]);
    expect(result?.total).toBeCloseTo((result?.rounds ?? 0) + (result?.position ?? 0), 8);
    expect(Number(await world.balance('USDT'))).toBeCloseTo(
      1000 - (runs[0]?.given.counter ?? 0) + (runs[0]?.owned.counter ?? 0),
      8,
    );
  });
});

describe('R-12 held mirrors', () => {
  /** Side, quantity and price of what waits for another order, the lowest price first. */
  async function waiting(): Promise<string[]> {
    const rows = await site.database.sql<{ line: string }[]>`
      select side || ' ' || trim_scale(quantity)::text || ' ' || trim_scale(price)::text as line
      from paper.orders where api_key = ${world.paperKey} and status = 'PENDING_NEW' order by price, side`;
    return rows.map(({ line }) => line);
  }
  const waits = (...lines: string[]) => until(async () => expect(await waiting()).toEqual(lines), PATIENCE);

  it('held-mirror: the nearest levels bring their next order along, and the exchange turns them', async () => {
    const bot = await world.create({ type: 'grid', settings: { ...GRID, heldMirrors: 2 } });
    expect((await bot.call('start')).body.error).toBeNull();
    await bot.shows('running');
    const first = [
      'BUY 105 0.48',
      'BUY 102.9 0.49',
      'BUY 100.8 0.5',
      'BUY 98.9 0.51',
      'SELL 96.9 0.53',
      'SELL 95 0.54',
      'SELL 93.3 0.55',
      'SELL 91.6 0.56',
    ];
    await rests(...first);
    await waits('SELL 100.6 0.51', 'BUY 97 0.52', 'SELL 98.8 0.52', 'BUY 95.1 0.53');
    await bot.shows('running', (_, { withoutUs, now }) =>
      expect([withoutUs, now]).toEqual(['2 + 2 turn without us', 'Buys 0.5100, sells 0.5300; market 0.5230.']),
    );
    // The sale brings its purchase, which then goes out anew with the sale after it.
    await world.price('0.53');
    await rests(...first.slice(0, 4), 'BUY 97 0.52', ...first.slice(5));
    await waits('SELL 100.6 0.51', 'SELL 98.8 0.52', 'BUY 95.1 0.53', 'SELL 96.9 0.53', 'BUY 93.4 0.54');
    await world.price('0.52');
    await rests(...first);
    // Once more: a purchase, and the sale that the exchange held for it.
    await world.price('0.53');
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ side: 'buy', rounds: 1 }));
    await world.price('0.52');
    await rests(...first);
    // Down, and up again: nothing of it is taken for a change on the exchange.
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await rests();
    await waits();
    expect((await bot.call('resume')).body.error).toBeNull();
    await rests(...first);
    await bot.shows('running', ({ levels, owned }, { result }) => {
      expect(levels.every(({ resting }) => resting)).toBe(true);
      expect(result?.total).toBeCloseTo((result?.rounds ?? 0) + (result?.position ?? 0), 8);
      expect(owned.base).toBeGreaterThan(0);
    });
  });
});
