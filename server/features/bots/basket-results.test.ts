import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { basketSite, type BasketWorld } from '../../../tests/factories/basket-site.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

/** Within the rate limit of a person. */
const SLOWLY = { interval: 250 };
const PATH = '/api/user/loss-limits';
let site: TestSite;
let world: BasketWorld;
const PRICES = { BTC: '100000', BNB: '1000' };
basketSite({ prices: PRICES, copies: [] }, (opened) => {
  ({ site, world } = opened);
});
beforeEach(() => world.holds({ BTC: '0', BNB: '0' }));

async function running() {
  const assets = ['BTC', 'BNB'].map((asset) => ({ asset, percent: 50 }));
  const bot = await world.create({ type: 'basket', settings: { assets, invest: 900, threshold: 20, every: null } });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running', ({ owned }) => expect(owned.counter).toBeLessThan(10));
  return bot;
}

interface DayResult {
  connectorName: string | null;
  result: number | null;
  leftOut: number;
}
const results = async (): Promise<DayResult[]> => (await world.get(PATH)).body.results;
/** Of the account and of its key. */
const both = (like: object) => [expect.objectContaining(like), expect.objectContaining(like)];

it('EX-12: what a basket came to counts in the day of its account and its key, while it works and once it has sold', async () => {
  const bot = await running();
  await world.prices({ BTC: '90000' });
  // A tenth of its 450 USDT in BTC, and fees.
  const [open] = await results();
  expect(open?.result).toBeGreaterThan(-50);
  expect(open?.result).toBeLessThan(-44);
  expect(await results()).toEqual(both({ result: open?.result, leftOut: 0 }));
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await bot.shows('stopped');
  await until(async () => {
    const [sold] = await results();
    expect(sold).toMatchObject({ leftOut: 0 });
    expect(sold?.result).toBeGreaterThan(-55);
    expect(sold?.result).toBeLessThan(-44);
  }, SLOWLY);
});

it('EX-12: a basket’s loss reaches a limit, and pauses it', async () => {
  const bot = await running();
  const limit = { kind: 'day-usdt', most: 60, closesAll: false };
  expect((await world.send('PUT', PATH, { json: { keyUid: null, limit } })).status).toBe(200);
  await world.prices({ BTC: '90000' });
  expect((await world.get(PATH)).body.limits).toMatchObject([{ reachedAt: null }]);
  await world.prices({ BNB: '950' });
  await bot.shows('paused', (_, { reason }) => expect(reason).toBe('The loss limit is reached.'));
});

it('EX-12: of a basket that kept its coins nothing is known, and it is left out', async () => {
  const bot = await running();
  await world.prices({ BTC: '90000' });
  expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
  await bot.shows('stopped');
  expect(await results()).toEqual(both({ result: 0, leftOut: 1 }));
});

it('EX-12: while a price is late or missing the day is not known; of a part that is gone for good it is left out', async () => {
  await running();
  const { markets } = site.deps;
  const lastPrice = markets.lastPrice.bind(markets);
  const prices = vi.spyOn(markets, 'lastPrice');
  onTestFinished(() => prices.mockRestore());
  prices.mockImplementation((market, symbol) => {
    const last = lastPrice(market, symbol);
    return last && symbol === 'BNBUSDT' ? { ...last, delayedSince: 1 } : last;
  });
  expect(await results()).toEqual(both({ result: null, leftOut: 0 }));
  prices.mockImplementation((market, symbol) => (symbol === 'BNBUSDT' ? null : lastPrice(market, symbol)));
  expect(await results()).toEqual(both({ result: null, leftOut: 0 }));
  const exchange = markets.exchange('binance');
  const pairs = new Map(exchange.pairs());
  pairs.delete('BNBUSDT');
  const listed = vi.spyOn(exchange, 'pairs').mockReturnValue(pairs);
  onTestFinished(() => listed.mockRestore());
  expect(await results()).toEqual(both({ result: 0, leftOut: 1 }));
});
