import { describe, expect, it, vi } from 'vitest';
import { basketSite, basketWorld, type BasketWorld } from '../../../tests/factories/basket-site.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const MINUTE = 60_000;
let site: TestSite;
let world: BasketWorld;
const PRICES = { BTC: '100000', BNB: '1000', ETH: '3400' };
const { clock, pass } = basketSite({ prices: PRICES }, (opened) => {
  ({ site, world } = opened);
});

type Asset = { asset: string; percent: number; coins?: number };
const settings = (assets: Asset[], invest: number, when: Record<string, unknown> = {}) => ({
  assets,
  invest,
  threshold: 1,
  every: null,
  ...when,
});
const HALVES: Asset[] = [
  { asset: 'BTC', percent: 50, coins: 0.0045 },
  { asset: 'BNB', percent: 50, coins: 0.55 },
];
const PLAIN: Asset[] = [
  { asset: 'BTC', percent: 50 },
  { asset: 'BNB', percent: 50 },
];

async function started(of: ReturnType<typeof settings>, more: Record<string, unknown> = {}) {
  const bot = await world.create({ type: 'basket', settings: of }, more);
  expect((await bot.call('start')).body.error).toBeNull();
  const deals = async () => {
    const { content } = (await world.get(`/api/bots/${bot.botId}/deals`)).body as {
      content: { asset: string; side: string; quantity: number }[];
    };
    return content.toReversed().map(({ asset, side, quantity }) => `${side} ${quantity} ${asset}`);
  };
  const why = async (): Promise<string[]> =>
    ((await world.get(`/api/bots/${bot.botId}/why`)).body.content as { text: string }[]).map(({ text }) => text);
  const parts = async () =>
    ((await world.get(`/api/bots/${bot.botId}`)).body.runs[0].parts as Record<string, unknown>[]) ?? [];
  return { ...bot, deals, why, parts };
}

describe('B-4 the worked examples on the exchange', () => {
  it('basket-two: sells the BNB that is too much, then buys BTC with what came in', async () => {
    await world.holds({ BTC: '0.0045', BNB: '0.55' });
    const bot = await started(settings(HALVES, 0));
    await bot.shows('running');
    expect(await bot.deals()).toEqual(['sell 0.05 BNB', 'buy 0.00049 BTC']);
    expect(await world.book()).toEqual([]);
    const [btc] = await bot.parts();
    expect(btc).toMatchObject({ asset: 'BTC', percent: 50, idle: null });
    expect(Number(btc?.['held'])).toBe(Number(await world.balance('BTC')));
  });

  it('basket-three: the counter currency is one of its parts', async () => {
    await world.holds({ BTC: '0.0062', ETH: '0.081', BNB: '0' });
    await world.prices({ BTC: '104250.5', ETH: '3312.4' });
    const assets = [
      { asset: 'BTC', percent: 50, coins: 0.0062 },
      { asset: 'ETH', percent: 30, coins: 0.081 },
      { asset: 'USDT', percent: 20 },
    ];
    const bot = await started(settings(assets, 150, { threshold: 5 }));
    await bot.shows('running');
    expect(await bot.deals()).toEqual(['sell 0.00109 BTC', 'buy 0.0152 ETH']);
  });

  it('basket-quiet: below half a percent nothing is done', async () => {
    await world.holds({ BTC: '0.005', ETH: '0.15', BNB: '0' });
    const assets = [
      { asset: 'BTC', percent: 50, coins: 0.005 },
      { asset: 'ETH', percent: 50, coins: 0.15 },
    ];
    const bot = await started(settings(assets, 0));
    await bot.shows('running');
    expect(await bot.deals()).toEqual([]);
    expect(await bot.parts()).toMatchObject([{ weight: 49.5, drift: -0.5 }, { weight: 50.49, drift: 0.49 }, {}]);
  });
});

it('B-2, B-3: looks at each minute’s close, and rebalances at most once in ten minutes', async () => {
  await world.holds({ BNB: '0' });
  const bot = await started(settings(PLAIN, 1000, { threshold: 5 }));
  await bot.shows('running', ({ owned }) => expect(owned.counter).toBeLessThan(10));
  const first = await bot.deals();
  expect(first).toEqual(['buy 0.005 BTC', 'buy 0.495 BNB']);
  await world.prices({ BNB: '1300' });
  pass(2 * MINUTE);
  await until(async () => expect((await bot.detail()).now).toBe('Farthest from its target: BTC, −6.47 points.'));
  expect(await bot.deals()).toEqual(first);
  pass(9 * MINUTE);
  await until(async () => expect((await bot.deals()).slice(2)).toEqual(['sell 0.053 BNB', 'buy 0.00073 BTC']));
  expect((await bot.why()).join(' ')).toMatch(/Rebalancing 2\. A part has reached the threshold: BTC 4\d/);
});

describe('B-6 it stops by its loss or at a time', () => {
  it('a loss, seen at a minute’s close, sells all of it where its owner chose so', async () => {
    await world.holds({ BTC: '0', BNB: '0' });
    const stop = { loss: 10, endings: { loss: 'sell' } };
    const bot = await started(settings(PLAIN, 900, { threshold: 20 }), { stop });
    await bot.shows('running');
    await world.prices({ BTC: '85000', BNB: '950' });
    pass(MINUTE);
    await bot.shows('stopped', ({ owned, result }, detail) => {
      expect(detail.reason).toBe('Its total reached the loss of 10% at which it stops.');
      expect(owned.counter).toBeGreaterThan(800);
      expect(result.total).toBeLessThan(-90);
    });
    expect(await bot.deals()).toHaveLength(4);
    expect([await world.balance('BTC'), await world.balance('BNB')].map(Number)).toEqual([
      expect.closeTo(0, 4),
      expect.closeTo(0, 2),
    ]);
  });

  it('a loss that is less does not stop it, and a time keeps its coins', async () => {
    await world.holds({ BTC: '0', BNB: '0' });
    const stop = { loss: 10, at: clock() + 10 * MINUTE };
    const bot = await started(settings(PLAIN, 900, { threshold: 20 }), { stop });
    await bot.shows('running');
    await world.prices({ BTC: '90000', BNB: '920' });
    pass(2 * MINUTE);
    await until(async () => expect((await bot.detail()).now).toMatch(/^Farthest/));
    expect((await bot.detail()).state).toBe('running');
    pass(9 * MINUTE);
    await bot.shows('stopped', (_, { reason }) => expect(reason).toBe('The time at which it stops has come.'));
    expect(await bot.deals()).toHaveLength(2);
  });

  it('by hand, keeping or selling; a basket has nothing to buy back', async () => {
    await world.holds({ BTC: '0', BNB: '0' });
    const bot = await started(settings(PLAIN, 900));
    await bot.shows('running');
    expect((await bot.call('stop', { coins: 'buy-back' })).body.error).not.toBeNull();
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped');
    expect(await bot.deals()).toHaveLength(2);
  });
});

describe('what is not as it should be', () => {
  it('C-15: a pair that is halted pauses it, by name, and says what to do', async () => {
    await world.holds({ BTC: '0', SOL: '0' });
    await world.prices({ SOL: '150' });
    const halves = [
      { asset: 'BTC', percent: 50 },
      { asset: 'SOL', percent: 50 },
    ];
    const bot = await started(settings(halves, 900));
    await bot.shows('running');
    await world.control('pair', { symbol: 'SOLUSDT', status: 'BREAK' });
    await site.deps.markets.exchange('binance').renewPair('SOLUSDT');
    pass(MINUTE);
    await bot.shows('paused', (_, { reason }) =>
      expect(reason).toMatch(/^Paused by the exchange: SOL\/USDT does not trade at the moment\. It goes on by itself/),
    );
    const later = await world.create({ type: 'basket', settings: settings(halves, 50) });
    expect((await later.call('start')).body.error).toMatch(
      /SOL\/USDT .* You can save this basket and start it later\./,
    );
  });

  it('C-15: an asset that is delisted is not said to trade again: its owner is told what to do', async () => {
    await world.holds({ BTC: '0', ADA: '0' });
    await world.prices({ ADA: '0.4' });
    const bot = await started(
      settings(
        [
          { asset: 'BTC', percent: 50 },
          { asset: 'ADA', percent: 50 },
        ],
        900,
      ),
    );
    await bot.shows('running');
    const pairs = new Map(site.deps.markets.exchange('binance').pairs());
    const ada = pairs.get('ADAUSDT');
    if (!ada) throw new Error('ADA/USDT is not listed.');
    // As it is kept until the process ends, once the exchange's list has it no more.
    pairs.set('ADAUSDT', { ...ada, status: 'halted', delisted: true });
    const listed = vi.spyOn(site.deps.markets.exchange('binance'), 'pairs').mockReturnValue(pairs);
    pass(MINUTE);
    await bot.shows('paused', (_, { reason }) =>
      expect(reason).toMatch(/^Paused by the exchange: ADA\/USDT is not traded there any more\. Stop this basket/),
    );
    listed.mockRestore();
  });

  it('C-18: coins that were taken from the account: it asks, and goes on with what is left', async () => {
    world = await basketWorld(site, { prices: PRICES, copies: [] });
    await world.holds({ BTC: '0', BNB: '0' });
    const bot = await started(settings(PLAIN, 900, { threshold: 20 }));
    await bot.shows('running');
    await world.holds({ BTC: '0.001' });
    pass(2 * MINUTE);
    await bot.shows('attention', (_, { reason }) =>
      expect(reason).toMatch(/^Some of its coins or money are missing: 0\.00\d+ BTC in its books, 0\.001 free\./),
    );
    expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
    await bot.shows('running', ({ result }) => expect(result.total).toBeGreaterThan(-10));
    expect(await bot.parts()).toMatchObject([{ asset: 'BTC', held: 0.001 }, {}, {}]);
  });

  it('C-5: what belongs to it is left alone by others', async () => {
    await world.holds({ BTC: '0.001', BNB: '0' });
    const bot = await started(settings(PLAIN, 900));
    await bot.shows('running');
    const { body } = await world.get('/api/markets/spot/symbol-quantities/binance/btc_usdt');
    expect([Number(body.quantity), Number(body.botsQuantity)]).toEqual([0.001, expect.closeTo(0.0045, 4)]);
  });

  it('C-13: an order whose answer was lost is looked up, and none is sent twice', async () => {
    await world.holds({ BTC: '0', BNB: '0' });
    await world.control('fault', { kind: 'unknown-executed', times: 1 });
    const bot = await started(settings(PLAIN, 900));
    await bot.shows('running');
    expect(new Set((await bot.deals()).map((deal) => deal.split(' ')[2]))).toEqual(new Set(['BNB', 'BTC']));
    expect(await world.sent(world.paperKey)).toBe(2);
  });

  it('B-1, C-27: what cannot be started is said beside its field', async () => {
    await world.holds({ BTC: '0', BNB: '0' });
    const preview = async (of: ReturnType<typeof settings>, more: Record<string, unknown> = {}) => {
      const json = { type: 'basket', market: 'binance', symbolName: 'btc_usdt', settings: of, ...more };
      const { body } = await world.post('/api/bots/preview', json);
      return (body.refusals as { field: string; text: string }[]).map(({ field, text }) => `${field}: ${text}`);
    };
    expect(
      await preview(
        settings(
          [
            { asset: 'BTC', percent: 60 },
            { asset: 'NONE', percent: 30 },
          ],
          500,
        ),
      ),
    ).toEqual([
      'settings.assets: The targets must add up to 100%: they add up to 90%.',
      'settings.assets.1.asset: The exchange does not trade NONE/USDT. Choose another asset.',
    ]);
    expect(await preview(settings(PLAIN, 5))).toEqual([
      expect.stringMatching(
        /^settings\.invest: 50% of it is too little for an order of BTC\. Invest \d+\.\d\d or more\.$/,
      ),
    ]);
    expect(await preview(settings(PLAIN, 5000))).toEqual([
      expect.stringMatching(/^settings\.invest: This needs 5,000\.00 USDT; 1,000\.00 are free on /),
    ]);
    expect(await preview(settings(PLAIN, 500, { threshold: null }))).toEqual([
      'settings.threshold: Enter a threshold, a time, or both.',
    ]);
    expect(await preview(settings(HALVES, 500))).toEqual([
      expect.stringMatching(/^settings\.assets\.0\.coins: This needs 0\.0045 BTC; 0 are free on /),
      expect.stringMatching(/^settings\.assets\.1\.coins: This needs 0\.55 BNB; 0 are free on /),
    ]);
    expect(await preview(settings(PLAIN, 500), { stop: { below: 1 }, startAt: 1, copyKeys: true })).toHaveLength(3);
  });
});
