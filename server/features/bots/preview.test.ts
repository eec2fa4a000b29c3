import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GRID, LADDER } from '../../../tests/factories/bot-settings.ts';
import { type Copiers, copiers } from '../../../tests/factories/copiers.ts';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

const { clock, pass } = shiftedClock();
let site: TestSite;
let who: Copiers;
beforeAll(async () => {
  site = await testSite({}, clock);
  who = await copiers(site, { main: '1000', copies: ['1000'] });
});
afterAll(() => site.close());

const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };

/** At a set price: the start waits for it, so that no trade moves the example. */
async function preview(settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const plan = { type: 'grid', settings: { ...GRID, ...settings }, startAt: 0.523, ...PAIR, ...more };
  const { status, body } = await who.post('/api/bots/preview', plan);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

describe('what a bot would place and cost', () => {
  it('R-4, R-6 grid-arithmetic: lines, amounts, what is bought at the start, and C-22 grid-worst', async () => {
    const { plan, refusals, fee } = await preview({}, { stop: { below: 0.48 } });
    expect([refusals, fee]).toEqual([[], 0.001]);
    expect(plan.lines.map(({ price, side }: { price: number; side: string }) => [price, side])).toEqual([
      [0.48, 'buy'],
      [0.49, 'buy'],
      [0.5, 'buy'],
      [0.51, 'buy'],
      [0.52, null],
      [0.53, 'sell'],
      [0.54, 'sell'],
      [0.55, 'sell'],
      [0.56, 'sell'],
    ]);
    expect(plan).toMatchObject({
      amountPerLevel: 50.44,
      atStart: { side: 'buy', quantity: 377.2, price: 0.5256 },
      needs: { base: 0, counter: 399.91632 },
      left: 0.08368,
      worst: { price: 0.48, value: 377.308016, change: -22.608304, percent: -5.6532 },
    });
    expect(plan.levels[0]).toMatchObject({ number: 1, startsBy: 'buy', buys: 105, sells: 104.8, amount: 50.4 });
    expect([plan.narrowest.sellPrice, plan.widest.sellPrice]).toEqual([0.56, 0.49]);
  });

  it('T-3 inverse-start: coins sold at the start, and what each level buys back', async () => {
    const { size: _, invest: __, heldMirrors: ___, ...lines } = GRID;
    const settings = { ...lines, coins: 800 };
    const { body } = await who.post('/api/bots/preview', { ...PAIR, type: 'inverse-grid', startAt: 0.523, settings });
    expect(body.plan).toMatchObject({ atStart: { side: 'sell', quantity: 400, price: 0.5204 }, needs: { base: 800 } });
    expect(body.plan.levels.map(({ buys }: { buys: number }) => buys).slice(0, 4)).toEqual([
      108.8, 106.6, 104.4, 102.4,
    ]);
  });

  it.each([
    [
      'R-8',
      { steps: 40, invest: 180 },
      'settings.invest',
      199.18,
      /^The smallest order would be worth 4\.\d\d USDT; XRP\/USDT takes 5 and more\. Invest at least 199\.18 USDT, or use fewer steps\.$/,
    ],
    ['C-27', { high: 0.4 }, 'settings.high', null, 'Must be above the lowest price'],
    ['C-27', { invest: 2000 }, 'settings.invest', 1000, /^This needs .* USDT; 1,000\.00 are free on .*Paper.*\.$/],
    [
      'R-3',
      { low: 0.52, high: 0.521, steps: 50 },
      'settings.steps',
      null,
      'Two lines fall on the same price. Use fewer steps.',
    ],
    ['T-1', { high: 20 }, 'settings.high', 9.6, 'At most 20 times the lowest price'],
    ['R-3', { low: 0.48005 }, 'settings.low', 0.48, 'Prices of XRP/USDT have steps of 0.0001.'],
  ])('%s refuses %j beside its field, with the nearest value that works', async (...row) => {
    const [, settings, field, value, text] = row;
    const { refusals } = await preview(settings);
    expect(refusals).toHaveLength(1);
    const [refusal] = refusals;
    const said = typeof text === 'string' ? text : expect.stringMatching(text);
    expect(refusal).toEqual({ field, text: said, nearest: value === null ? null : { field, value } });
  });

  it('C-27 a missing field is named by what to enter', async () => {
    const { low: _, ...rest } = GRID;
    const { status, body } = await who.post('/api/bots/preview', { ...PAIR, type: 'grid', settings: rest });
    expect([status, body.issues]).toEqual([400, [{ path: 'settings.low', message: 'Enter a lowest price' }]]);
  });

  it('C-27 warns where the price is outside the lines', async () => {
    const { warnings } = await preview({ low: 0.6, high: 0.7 });
    expect(warnings.map(({ text }: { text: string }) => text)).toContain(
      'The price is outside 0.6000 to 0.7000: this bot would only wait. Move the lines, or start at a price.',
    );
  });
});

describe('drafts', () => {
  const draft = { name: ' Night grid ', type: 'grid', settings: GRID, ...PAIR };

  it('C-1 is saved, listed, read, changed and deleted; nothing is placed', async () => {
    const { bot, error } = (await who.post('/api/bots', draft)).body;
    expect([error, bot.name, bot.state, bot.active, bot.pnl]).toEqual([null, 'Night grid', 'draft', false, null]);
    const path = `/api/bots/${bot.botId}`;
    expect((await who.get('/api/bots')).body.content).toEqual([bot]);
    const plan = { type: 'levels', settings: levels() };
    const changed = await who.send('PATCH', path, { json: { name: 'Levels', plan, stop: { below: 0.4 } } });
    expect(changed.body.bot).toMatchObject({ name: 'Levels', type: 'levels', protection: 'stop: this server' });
    expect((await who.get(path)).body).toMatchObject({ plan, stop: { below: 0.4 }, mainUid: who.keyUid, runs: [] });
    expect((await who.send('DELETE', path)).body).toEqual({ error: null });
    expect((await who.get(path)).status).toBe(404);
    expect(await site.database.sql`select from paper.orders`).toHaveLength(0);
  });

  it('settings of another type are refused', async () => {
    const { status } = await who.post('/api/bots', { ...draft, type: 'range' });
    expect(status).toBe(400);
    expect((await who.post('/api/bots', { ...draft, type: 'future-grid' })).body.error).toContain(
      'cannot be made here',
    );
  });
});

const levels = () => ({
  order: 'buy-sell',
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  counterEarning: true,
  buy: 0.5,
  sell: 0.54,
  invest: 100,
  repeat: false,
});

describe('C-27 what is free, on a main key without copies', () => {
  it('C-27: more than that is refused before anything is placed, by the preview and by the start, with what there is as the nearest value', async () => {
    const alone = await copiers(site, { main: '150', copies: [] });
    const plan = { type: 'grid', settings: GRID, ...PAIR };
    const sentence = /^This needs 399\.\d\d USDT; 150\.00 are free on /;
    const { body } = await alone.post('/api/bots/preview', { ...plan, startAt: 0.523 });
    expect(body.free).toMatchObject({ counter: 150, botsCounter: 0 });
    expect(body.refusals).toEqual([
      {
        field: 'settings.invest',
        text: expect.stringMatching(sentence),
        nearest: { field: 'settings.invest', value: 150 },
      },
    ]);
    const made = (await alone.post('/api/bots', { name: 'Night grid', ...plan, startAt: 0.523 })).body;
    const start = await alone.post(`/api/bots/${made.bot.botId}/start`, { warned: true });
    expect(start.body.error).toMatch(sentence);
    expect((await alone.get(`/api/bots/${made.bot.botId}`)).body.runs).toEqual([]);
    const basket = {
      assets: [
        { asset: 'XRP', percent: 50 },
        { asset: 'USDT', percent: 50 },
      ],
      invest: 400,
      threshold: 5,
      every: null,
    };
    const mixed = (await alone.post('/api/bots/preview', { type: 'basket', settings: basket, ...PAIR })).body;
    expect(mixed.refusals.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringMatching(/^This needs 400\.?\d* USDT; 150\.?\d* are free on /),
    );
  });

  it('C-27: while the exchange does not say what is free, nothing starts, and that is no zero', async () => {
    const alone = await copiers(site, { main: '1000', copies: [] });
    const exchange = site.deps.markets.exchange('binance');
    const silent = vi.spyOn(exchange, 'balances').mockResolvedValue({ outcome: 'unknown', reason: 'no answer' });
    try {
      const { body } = await alone.post('/api/bots/preview', { type: 'grid', settings: GRID, ...PAIR });
      expect(body.free).toBeNull();
      expect(body.refusals.map(({ text }: { text: string }) => text)).toEqual([
        'What is free on this key is not known right now. Try again in a moment.',
      ]);
    } finally {
      silent.mockRestore();
    }
  });

  it('C-5, C-27: a form that stays open asks the exchange every 30 s, and each start asks anew', async () => {
    const alone = await copiers(site, { main: '1000', copies: [] });
    const exchange = site.deps.markets.exchange('binance');
    const balances = vi.spyOn(exchange, 'balances');
    const asked = () => balances.mock.calls.filter(([{ apiKey }]) => apiKey === alone.paperKey).length;
    const counter = async () => {
      const json = { type: 'grid', settings: GRID, startAt: 0.523, ...PAIR };
      return (await alone.post('/api/bots/preview', json)).body.free.counter as number;
    };
    try {
      expect([await counter(), await counter(), asked()]).toEqual([1000, 1000, 1]);
      await paperControl(site)('balance', { key: alone.paperKey, asset: 'USDT', free: '100' });
      expect([await counter(), asked()]).toEqual([1000, 1]);
      // What the form still shows is not what a start goes by.
      const json = { name: 'Night grid', type: 'grid', settings: GRID, startAt: 0.523, ...PAIR };
      const { botId } = (await alone.post('/api/bots', json)).body.bot;
      const start = await alone.post(`/api/bots/${botId}/start`, { warned: true });
      expect(start.body.error).toMatch(/^This needs 399\.\d\d USDT; 100\.00 are free on /);
      expect([await counter(), asked()]).toEqual([100, 2]);
      await paperControl(site)('balance', { key: alone.paperKey, asset: 'USDT', free: '700' });
      pass(30_000);
      expect([await counter(), asked()]).toEqual([700, 3]);
      expect((await alone.post(`/api/bots/${botId}/start`, { warned: true })).body.error).toBeNull();
      await counter();
      expect(asked()).toBe(5);
    } finally {
      balances.mockRestore();
    }
  });
});

describe('R-8 a pair whose least quantity is more than its least worth', () => {
  beforeAll(async () => {
    await paperControl(site)('pair', { symbol: 'XRPUSDT', minQty: '120' });
    await site.deps.markets.exchange('binance').renewPair('XRPUSDT');
  });

  const { size: _, invest: __, heldMirrors: ___, ...lines } = GRID;
  const steps = { coins: 300, steps: 3, up: 2, back: 1.5, counterEarning: true, repeat: true };
  const range = { ...levels(), buy: 0.52, sell: 0.54, invest: 60, lowBorder: 0.4, highBorder: 0.7, wait: 60 };
  const grid = { ...GRID, invest: 300 };

  it.each([
    ['grid', grid, 'invest', 524.1, '68.7 XRP', '524.1 USDT'],
    ['imbalance-grid', { ...grid, lowestWeight: 2 }, 'invest', 788.49, '45.6 XRP', '788.49 USDT'],
    ['inverse-grid', { ...lines, coins: 800 }, 'coins', 960, '100 XRP', '960 XRP'],
    ['steps', steps, 'coins', 360, '100 XRP', '360 XRP'],
    ['levels', { ...levels(), invest: 55 }, 'invest', 60.1, '109.8 XRP', '60.1 USDT'],
    ['range', range, 'invest', 62.51, '115.1 XRP', '62.51 USDT'],
  ])(
    'R-8: a bot of type %s with smaller orders is refused at its amount, with the least that works',
    async (...row) => {
      const [type, settings, field, value, smallest, least] = row;
      const refusalsOf = async (changed: Record<string, unknown>) => {
        const { refusals } = await preview({}, { type, settings: { ...settings, ...changed } });
        return refusals.filter(({ text }: { text: string }) => text.startsWith('The smallest order'));
      };
      const of = { field: `settings.${field}` };
      const text = `The smallest order would be ${smallest}; XRP/USDT takes 120 XRP and more. Invest at least ${least}, or use fewer steps.`;
      expect(await refusalsOf({})).toEqual([{ ...of, text, nearest: { ...of, value } }]);
      expect(await refusalsOf({ [field]: value })).toEqual([]);
      expect(await refusalsOf({ [field]: value - (field === 'coins' ? 0.1 : 0.01) })).toHaveLength(1);
    },
  );

  it('R-8: a first order of an averaging bot that could not be sold again is refused, with the least that can be', async () => {
    const alone = { ...LADDER, additions: 0, stop: null, withoutStop: true };
    const refusalsOf = async (base: number) =>
      (await preview({}, { type: 'averaging', settings: { ...alone, base } })).refusals;
    // 120 XRP are bought, of which 119.8 can be sold.
    const text = 'The first order would be worth 62.76; it can be sold again from 62.8646 on. Use a larger amount.';
    expect(await refusalsOf(62.76)).toEqual([{ field: 'settings.base', text, nearest: null }]);
    expect(await refusalsOf(62.8646)).toEqual([]);
  });
});
