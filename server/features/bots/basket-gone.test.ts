import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { basketSite, type BasketWorld } from '../../../tests/factories/basket-site.ts';
import type { TestSite } from '../../../tests/setup/site.ts';

const MINUTE = 60_000;
let site: TestSite;
let world: BasketWorld;
const { pass } = basketSite({ copies: [], prices: { BTC: '100000', ADA: '0.4' } }, (opened) => {
  ({ site, world } = opened);
});
beforeEach(() => world.holds({ BTC: '0', ADA: '0' }));

/** As the exchange's list is kept once it has ADA/USDT no more, and as a process reads it that begins after that. */
function leavesAda({ isKnown }: { isKnown: boolean }): void {
  const exchange = site.deps.markets.exchange('binance');
  const pairs = new Map(exchange.pairs());
  const ada = pairs.get('ADAUSDT');
  if (!ada) throw new Error('ADA/USDT is not listed.');
  if (isKnown) pairs.set('ADAUSDT', { ...ada, status: 'halted', delisted: true });
  else pairs.delete('ADAUSDT');
  const listed = vi.spyOn(exchange, 'pairs').mockReturnValue(pairs);
  onTestFinished(() => listed.mockRestore());
}

/** A basket of half BTC and half ADA that the exchange has paused, since ADA is gone. */
async function paused(of: { isKnown: boolean }) {
  const assets = ['BTC', 'ADA'].map((asset) => ({ asset, percent: 50 }));
  const bot = await world.create({ type: 'basket', settings: { assets, invest: 900, threshold: 5, every: null } });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running', ({ owned }) => expect(owned.counter).toBeLessThan(10));
  const has = async () => [Number(await world.balance('BTC')), Number(await world.balance('ADA'))];
  const before = await has();
  leavesAda(of);
  pass(MINUTE);
  await bot.shows('paused', (_, { reason }) => expect(reason).toMatch(/ADA\/USDT is not traded there any more/));
  const log = async () =>
    ((await world.get(`/api/bots/${bot.botId}/why`)).body.content as { text: string }[]).map(({ text }) => text);
  return { bot, has, before, log };
}

it.each([{ isKnown: true }, { isKnown: false }])(
  'C-9, C-15: a basket that is stopped with Sell leaves the asset that is delisted, names it in its log, and sells the others (%o)',
  async (of) => {
    const { bot, has, before, log } = await paused(of);
    expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
    await bot.shows('stopped');
    expect(await has()).toEqual([expect.closeTo(0, 4), before[1]]);
    expect(await log()).toContainEqual(
      expect.stringMatching(/1,\d{3}\.?\d* ADA (\(4\d\d USDT\) )?stay: not traded on the exchange any more\.$/),
    );
    expect(await world.sent(world.paperKey)).toBe(3);
  },
);

it('C-9, C-15: a basket with a delisted asset that is stopped with Keep keeps all that it has, and names nothing', async () => {
  const { bot, has, before, log } = await paused({ isKnown: true });
  expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
  await bot.shows('stopped');
  expect(await has()).toEqual(before);
  expect((await log()).filter((text) => text.includes(' stay: '))).toEqual([]);
  expect(await world.sent(world.paperKey)).toBe(2);
});

const basketOf = (assets: readonly string[]) => ({
  type: 'basket',
  settings: { assets: assets.map((asset) => ({ asset, percent: 50 })), invest: 200, threshold: 5, every: null },
});

it.each([{ isKnown: true }, { isKnown: false }])(
  'B-1, C-1: a draft whose first asset is delisted says so at that field, and starts once another takes its place (%o)',
  async (of) => {
    await world.holds({ BNB: '0' });
    await world.prices({ BNB: '1000' });
    const plan = basketOf(['ADA', 'BTC']);
    const bot = await world.create(plan, { symbolName: 'ada_usdt' });
    leavesAda(of);
    const sentence = 'The exchange does not trade ADA/USDT. Choose another asset.';
    const preview = await world.post('/api/bots/preview', { ...plan, market: 'binance', symbolName: 'ada_usdt' });
    expect(preview.body.refusals).toMatchObject([{ field: 'settings.assets.0.asset', text: sentence }]);
    expect((await bot.call('start')).body.error).toBe(sentence);
    const json = { plan: basketOf(['BNB', 'BTC']) };
    expect((await world.send('PATCH', `/api/bots/${bot.botId}`, { json })).body.error).toBeNull();
    expect((await bot.call('start')).body.error).toBeNull();
    await bot.shows('running');
  },
);
