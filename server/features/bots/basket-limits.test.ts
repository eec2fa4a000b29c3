import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

vi.setConfig({ testTimeout: 120_000 });

const MINUTE = 60_000;
/** By how much the site's clock is ahead, ms. */
let ahead = 0;
let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite({}, () => Date.now() + ahead);
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await botWorld(site, { main: '1000' });
  await world.control('reset', {});
  await price('BTC', '100000');
  await price('BNB', '1000');
});

async function price(base: string, at: string): Promise<void> {
  await world.control('price', { symbol: `${base}USDT`, price: at });
  await until(() => expect(site.deps.markets.lastPrice('binance', `${base}USDT`)?.price.toNumber()).toBe(Number(at)));
}
const hold = (asset: string, free: string) => world.control('balance', { key: world.paperKey, asset, free });
const limitTo = (perOrder: number) =>
  world.send('PUT', '/api/user/limits', { json: { perOrder, perDay: 100_000, thinMarkets: false } });

/** A basket of half BTC and half BNB. */
const halves = (invest: number, coins: { BTC?: number; BNB?: number } = {}) =>
  world.create({
    type: 'basket',
    settings: {
      assets: [
        { asset: 'BTC', percent: 50, ...(coins.BTC && { coins: coins.BTC }) },
        { asset: 'BNB', percent: 50, ...(coins.BNB && { coins: coins.BNB }) },
      ],
      invest,
      threshold: 1,
      every: null,
    },
  });

it('C-10, S-35: a basket whose first sale is beyond the limit for one order does not start', async () => {
  await hold('BTC', '0.0045');
  await hold('BNB', '0.55');
  const bot = await halves(0, { BTC: 0.0045, BNB: 0.55 });
  await limitTo(49);
  expect((await bot.call('start')).body.error).toMatch(
    /^This order is worth 50 USDT; your limit for one order is 49 USDT\./,
  );
});

it('C-26, S-35: a basket asks its owner before a leg beyond the limit for one order, and sends one within it', async () => {
  await hold('BTC', '0');
  await hold('BNB', '0');
  const bot = await halves(900);
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  const deals = async (): Promise<number> => (await world.get(`/api/bots/${bot.botId}/deals`)).body.content.length;
  expect(await deals()).toBe(2);
  await limitTo(50);
  await price('BNB', '1300');
  ahead += 11 * MINUTE;
  await bot.shows('attention', (_, { reason }) =>
    expect(reason).toMatch(/^This order is worth 6\d(\.\d+)? USDT; your limit for one order is 50 USDT\./),
  );
  expect(await deals()).toBe(2);
  await price('BNB', '1080');
  expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
  ahead += MINUTE;
  await until(async () => expect(await deals()).toBe(4));
  await bot.shows('running');
});
