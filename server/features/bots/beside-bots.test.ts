import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await botWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
});

// What one test's bot has in the book would trade with the next one's orders.
let over: (() => Promise<void>) | null = null;
afterEach(async () => {
  await over?.();
  over = null;
});

const XRP = { market: 'binance', symbolName: 'xrp_usdt' };

async function running() {
  const bot = await world.create({ type: 'grid', settings: GRID });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  over = async () => {
    await bot.call('stop', { coins: 'keep' });
    await bot.shows('stopped');
  };
  return bot;
}
async function bought(): Promise<string> {
  const { body } = await world.buy({ price: 0.523 });
  expect(body.error).toBeNull();
  await until(async () => expect((await world.rows('buy'))[0]).toMatchObject({ filledQuantity: 100 }));
  return body.orderBlock.blockId as string;
}
const row = async () => (await world.rows('buy'))[0] ?? {};

describe('C-5 what belongs to bots', () => {
  it('C-5: the sale of a block takes none of a bot’s coins, and its owner is asked about what is not there', async () => {
    const bot = await running();
    const blockId = await bought();
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await until(async () => expect(await world.book()).toEqual([]));
    const [run] = (await bot.detail()).runs;
    const kept = run?.owned.base ?? 0;
    // The block's coins were moved away: what is left is the bot's alone.
    await world.control('balance', { key: world.paperKey, asset: 'XRP', free: String(kept) });
    expect((await world.block('PUT', 'second/close/', { blockId })).status).toBe(200);
    await until(async () => expect(await row()).toMatchObject({ blockId, interference: 'balance-spent' }));
    expect(Number(await world.balance('XRP'))).toBeCloseTo(kept, 8);
    // The bot goes on with all it has.
    expect((await bot.call('resume')).body.error).toBeNull();
    await until(async () => expect(await world.book()).toHaveLength(8));
  });

  it('C-5: a block whose own coins are there is sold whole beside a bot', async () => {
    const bot = await running();
    const blockId = await bought();
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await until(async () => expect(await world.book()).toEqual([]));
    const before = (await bot.detail()).runs[0]?.owned.base ?? 0;
    expect((await world.block('PUT', 'second/close/', { blockId })).body.error).toBeNull();
    await until(async () => expect(await world.rows('buy')).toEqual([]));
    // What is left is the bot's, and a part of a step that no order takes.
    expect(Number(await world.balance('XRP')) - before).toBeLessThan(0.1);
    expect(Number(await world.balance('XRP'))).toBeGreaterThanOrEqual(before);
  });
});

describe('C-7 orders of one account that would meet', () => {
  it('C-7: the receipt names the bot, whose order is placed again once nothing meets it', async () => {
    const bot = await running();
    const order = { ...XRP, price: 0.53, counterQuantity: 10, counterEarning: true };
    const meets = async (price: number) =>
      (await world.post('/api/markets/spot/preview/buy', { ...order, price })).body.receipts[0].meets as string | null;
    expect(await meets(0.5299)).toBeNull();
    expect(await meets(0.53)).toMatch(/^At 0\.53 this meets a sale of .*Night grid.* on the same key/);
    // The price reaches the sale, of which nothing fills.
    await world.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '0' });
    await world.price('0.53');
    const { body } = await world.buy({ price: 0.53, counterQuantity: 10 });
    expect(body.error).toBeNull();
    await bot.shows('running', ({ levels }) =>
      expect(levels[4]).toMatchObject({ resting: false, idle: expect.stringMatching(/^It would meet another order/) }),
    );
    const { blockId } = body.orderBlock as { blockId: string };
    expect((await world.block('DELETE', 'first/', { blockId })).status).toBe(200);
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ resting: true, side: 'sell' }));
    await world.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
  });
});
