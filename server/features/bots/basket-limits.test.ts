import { expect, it } from 'vitest';
import { basketSite, type BasketWorld } from '../../../tests/factories/basket-site.ts';
import { until } from '../../../tests/setup/until.ts';

const MINUTE = 60_000;
let world: BasketWorld;
const { pass } = basketSite({ prices: { BTC: '100000', BNB: '1000' } }, (opened) => {
  ({ world } = opened);
});

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
  await world.holds({ BTC: '0.0045', BNB: '0.55' });
  const bot = await halves(0, { BTC: 0.0045, BNB: 0.55 });
  await limitTo(49);
  expect((await bot.call('start')).body.error).toMatch(
    /^This order is worth 50 USDT; your limit for one order is 49 USDT\./,
  );
});

it('C-26, S-35: a basket asks its owner before a leg beyond the limit for one order, and sends one within it', async () => {
  await world.holds({ BTC: '0', BNB: '0' });
  const bot = await halves(900);
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  const deals = async (): Promise<number> => (await world.get(`/api/bots/${bot.botId}/deals`)).body.content.length;
  expect(await deals()).toBe(2);
  await limitTo(50);
  await world.prices({ BNB: '1300' });
  pass(11 * MINUTE);
  await bot.shows('attention', (_, { reason }) =>
    expect(reason).toMatch(/^This order is worth 6\d(\.\d+)? USDT; your limit for one order is 50 USDT\./),
  );
  expect(await deals()).toBe(2);
  await world.prices({ BNB: '1080' });
  expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
  pass(MINUTE);
  await until(async () => expect(await deals()).toBe(4));
  await bot.shows('running');
});
