import { afterAll, beforeAll, expect, it } from 'vitest';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { purseWorld } from '../../../tests/factories/purse-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

/** By how much the site's clock is ahead, ms. */
let ahead = 0;
let site: TestSite;
beforeAll(async () => {
  site = await testSite({}, () => Date.now() + ahead);
});
afterAll(() => site.close());

it('R-15, C-9, C-18: a stop that is reached while its owner is asked about missing coins sells what is there', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running({}, { stop: { below: 0.505 } });
  await world.cancelsSale('0.53');
  await until(async () =>
    expect((await world.detail(bot)).needs).toBe('Level 5: its order was canceled on the exchange.'),
  );
  await world.leaves('XRP', '0');
  await bot.shows('attention', (_, { reason }) => expect(reason).toMatch(/^96\.\d+ XRP of it are not free on /));
  await world.price('0.505');
  await bot.shows('stopped', ({ owned }, { reason }) => {
    expect(owned.base).toBeLessThan(0.1);
    expect(reason).toMatch(/^The price reached its stop at 0\.5050/);
  });
  expect(Number(await world.balance('XRP'))).toBeLessThan(0.1);
  expect(await world.why(bot)).toMatch(/96\.\d+ XRP of it are not on the account any more: it ends without\./);
});

it('C-9, C-18: where a part of a step is missing, it sells the whole steps that are there', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running();
  await world.pauses(bot);
  const [run] = (await bot.detail()).runs;
  const steps = Math.floor((run?.owned.base ?? 0) * 10);
  await world.leaves('XRP', (steps / 10 - 0.01).toFixed(2));
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
  expect(Number(await world.balance('XRP'))).toBeCloseTo(0.09, 8);
});

it('B-6, C-18: a basket that asks about missing coins is stopped: it sells what is there of each', async () => {
  const world = await botWorld(site, { main: '1000', copies: [] });
  await world.control('reset', {});
  for (const [symbol, price] of Object.entries({ BTCUSDT: '100000', BNBUSDT: '1000' })) {
    await world.control('price', { symbol, price });
    await until(() => expect(site.deps.markets.lastPrice('binance', symbol)?.price.toNumber()).toBe(Number(price)));
  }
  const holds = (asset: string, free: string) => world.control('balance', { key: world.paperKey, asset, free });
  await holds('BTC', '0');
  await holds('BNB', '0');
  const assets = [
    { asset: 'BTC', percent: 50 },
    { asset: 'BNB', percent: 50 },
  ];
  const bot = await world.create({ type: 'basket', settings: { assets, invest: 900, threshold: 20, every: null } });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  await holds('BTC', '0.001');
  ahead += 120_000;
  await bot.shows('attention');
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await bot.shows('stopped');
  expect([Number(await world.balance('BTC')), Number(await world.balance('BNB'))]).toEqual([
    expect.closeTo(0, 4),
    expect.closeTo(0, 2),
  ]);
  const why = ((await world.get(`/api/bots/${bot.botId}/why`)).body.content as { text: string }[]).map(
    ({ text }) => text,
  );
  expect(why).toContainEqual(
    expect.stringMatching(/^0\.003\d+ BTC of it are not on the account any more: it ends without\.$/),
  );
});
