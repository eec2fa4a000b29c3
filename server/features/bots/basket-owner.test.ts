import { beforeEach, describe, expect, it } from 'vitest';
import { basketSite, type BasketWorld } from '../../../tests/factories/basket-site.ts';

const MINUTE = 60_000;
let world: BasketWorld;
const { pass } = basketSite({ copies: [], prices: { BTC: '100000', BNB: '1000' } }, (opened) => {
  ({ world } = opened);
});
beforeEach(() => world.holds({ BTC: '0', BNB: '0' }));

const limitTo = (perOrder: number) =>
  world.send('PUT', '/api/user/limits', { json: { perOrder, perDay: 100_000, thinMarkets: false } });

/** A basket of half BTC and half BNB. */
async function running() {
  const assets = ['BTC', 'BNB'].map((asset) => ({ asset, percent: 50 }));
  const settings = { assets, invest: 900, threshold: 20, every: null };
  const bot = await world.create({ type: 'basket', settings });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running', ({ owned }) => expect(owned.counter).toBeLessThan(10));
  const held = async (asset: string) => {
    const [run] = (await world.get(`/api/bots/${bot.botId}`)).body.runs;
    return (run.parts as { asset: string; held: number }[]).find((part) => part.asset === asset)?.held;
  };
  return { ...bot, held, goOn: async () => (await bot.call('adopt', { choice: 'go-on' })).body.error as string | null };
}

describe('C-18 a basket never goes on without more than its owner was told', () => {
  it('asks again where more is gone by the time of the press', async () => {
    const bot = await running();
    const before = await bot.held('BTC');
    await world.holds({ BTC: '0.001' });
    pass(2 * MINUTE);
    await bot.shows('attention', (_, { reason }) => expect(reason).toMatch(/ BTC in its books, 0\.001 free\. Go on/));
    await world.holds({ BTC: '0.0005' });
    const asked = await bot.goOn();
    expect(asked).toMatch(/^Some of its coins or money are missing: 0\.00\d+ BTC in its books, 0\.0005 free\. Go on/);
    expect(await bot.detail()).toMatchObject({ state: 'attention', reason: asked });
    expect(await bot.held('BTC')).toBe(before);
    expect(await bot.goOn()).toBeNull();
    await bot.shows('running');
    expect(await bot.held('BTC')).toBe(0.0005);
  });

  it('asks about coins that are gone where it was asked about something else, and goes on where they are back', async () => {
    const bot = await running();
    const before = await bot.held('BNB');
    await limitTo(50);
    await world.prices({ BNB: '3000' });
    pass(11 * MINUTE);
    await bot.shows('attention', (_, { reason }) => expect(reason).toMatch(/your limit for one order is 50 USDT/));
    await world.holds({ BNB: '0.3' });
    expect(await bot.goOn()).toMatch(/^Some of its coins or money are missing: 0\.4\d* BNB in its books, 0\.3 free\./);
    expect([(await bot.detail()).state, await bot.held('BNB')]).toEqual(['attention', before]);
    await limitTo(10_000);
    await world.holds({ BNB: String(before) });
    expect(await bot.goOn()).toBeNull();
    await bot.shows('running');
  });
});

it('C-19, U-2 a basket has a result, which is what it holds', async () => {
  const bot = await running();
  const { pnl, result } = await bot.detail();
  expect(result).toEqual({ currency: 'USDT', total: result?.total, rounds: 0, position: result?.total });
  expect(result?.total).toBeCloseTo(pnl ?? NaN, 1);
});
