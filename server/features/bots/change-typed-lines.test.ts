import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { botWorld, type Detail } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await botWorld(site, { coins: '1000', copies: [] });
  await world.control('reset', {});
  await world.price('0.523');
});

type Made = Awaited<ReturnType<typeof world.create>>;
const IN_TIME = { timeout: 30_000, interval: 300 };
const TYPED = { baseCurrency: 'XRP', counterCurrency: 'USDT', repeat: true };
const LEVELS = { ...TYPED, order: 'buy-sell', counterEarning: true, buy: 0.5, sell: 0.54, invest: 100 };
const INVERSE = { low: 0.48, high: 0.56, steps: 8, spacing: 'amount', coins: 800 };

async function running(type: string, settings: Record<string, unknown>): Promise<Made> {
  const bot = await world.create({ type, settings });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  return bot;
}
const detailOf = async (botId: string) =>
  (await world.get(`/api/bots/${botId}`)).body as Detail & { next: { botId: string } | null };
const rests = (book: string[]) => until(async () => expect(await world.book()).toEqual(book), IN_TIME);

/** What is asked first is what is there at the end: the receipt, then the bot that goes on. */
async function changed(bot: Made, type: string, settings: Record<string, unknown>) {
  const plan = { plan: { type, settings } };
  const { body: preview } = await bot.call('lines/preview', plan);
  expect(preview.refusals).toEqual([]);
  expect((await bot.call('lines', { ...plan, warned: true })).body.error).toBeNull();
  const next = await until(async () => {
    const { next: of } = await detailOf(bot.botId);
    const detail = await detailOf(of?.botId ?? '');
    expect(detail.state).toBe('running');
    return detail;
  }, IN_TIME);
  const [before, after] = [(await detailOf(bot.botId)).runs[0], next.runs[0]];
  if (!before || !after) throw new Error('Both have a run.');
  expect(after.given.base).toBeLessThanOrEqual(before.owned.base);
  expect(after.given.counter).toBeLessThanOrEqual(before.owned.counter);
  expect(after.result.total).toBeCloseTo(after.result.rounds + after.result.position, 8);
  return { preview, before, after };
}

describe('C-20 other lines of bots that are no grid, or earn the coin', () => {
  it('C-20, T-7: a level that has bought sells what it has at its new price, then buys at its new one', async () => {
    const bot = await running('levels', LEVELS);
    await rests(['BUY 200 0.5']);
    await world.price('0.499');
    await rests(['SELL 199.8 0.54']);
    const { preview, after } = await changed(bot, 'levels', { ...LEVELS, buy: 0.49, sell: 0.53 });
    expect(preview.plan).toMatchObject({ atStart: null, needs: { base: 199.8, counter: 0 } });
    expect(preview.plan.levels).toMatchObject([{ startsBy: 'sell', sells: 199.8, buys: 200 }]);
    expect(after.given).toEqual({ base: 199.8, counter: 0 });
    await rests(['SELL 199.8 0.53']);
    await world.price('0.531');
    await rests(['BUY 200 0.49']);
  });

  it('C-20, T-9: a range that waits to buy moves with its borders; what it earns stays, and a sale under the market is refused', async () => {
    const settings = { ...LEVELS, repeat: true, lowBorder: 0.4, highBorder: 0.6, wait: 60 };
    const bot = await running('range', settings);
    const lines = async (change: Record<string, unknown>) =>
      (await bot.call('lines', { plan: { type: 'range', settings: { ...settings, ...change } }, warned: true })).body
        .error as string;
    expect(await lines({ counterEarning: false })).toMatch(/^What a bot earns, and in which order, does not change\./);
    expect(await lines({ buy: 0.53 })).toMatch(/^0\.5300 is above the market: this would buy at once\./);
    expect(await lines({ highBorder: 0.53 })).toBe('Must be above the price to sell at');
    await changed(bot, 'range', { ...settings, buy: 0.51, sell: 0.55, lowBorder: 0.45 });
    await rests(['BUY 196 0.51']);
  });

  it('C-20, T-6, T-8: steps go on from the market of now, with coins to sell and money to buy back; without repeat half a round ends first', async () => {
    const steps = { coins: 300, steps: 3, up: 2, back: 1.5, counterEarning: false, repeat: true };
    const bot = await running('steps', steps);
    await rests(['SELL 100 0.5335', 'SELL 100 0.544', 'SELL 100 0.5544']);
    await world.price('0.534');
    await rests(['BUY 101.4 0.5254', 'SELL 100 0.544', 'SELL 100 0.5544']);
    const { preview } = await changed(bot, 'steps', { ...steps, up: 1, back: 2 });
    expect(preview.plan.levels).toMatchObject([{ startsBy: 'buy' }, { startsBy: 'sell' }, { startsBy: 'sell' }]);
    await rests(['BUY 100.8 0.5286', 'SELL 100 0.5447', 'SELL 100 0.5501']);

    const other = await botWorld(site, { coins: '1000', copies: [] });
    const once = await other.create({ type: 'steps', settings: { ...steps, repeat: false } });
    expect((await once.call('start')).body.error).toBeNull();
    await once.shows('running');
    await other.price('0.545');
    await once.shows('running', ({ levels }) => expect(levels[0]).toMatchObject({ side: 'buy', resting: true }));
    const { error } = (
      await once.call('lines', { plan: { type: 'steps', settings: { ...steps, repeat: false, up: 1 } } })
    ).body;
    expect(error).toMatch(/^Some of its steps have sold, and without repeat it ends with that round\./);
  });

  it('C-20, T-3: an inverse grid goes on with its coins and the money that waits to buy them back', async () => {
    const bot = await running('inverse-grid', INVERSE);
    await until(async () => expect(await world.book()).toHaveLength(8), IN_TIME);
    const lower = { ...INVERSE, low: 0.46, high: 0.54 };
    const { preview, before, after } = await changed(bot, 'inverse-grid', lower);
    // Two levels sell first instead of four: coins are over, and sold for the purchases.
    expect(preview.plan.atStart).toMatchObject({ side: 'sell', price: 0.5204 });
    await until(async () => {
      const prices = (await world.book()).map((line) => line.split(' ')[2]);
      expect(prices).toEqual(['0.46', '0.47', '0.48', '0.49', '0.5', '0.51', '0.53', '0.54']);
    }, IN_TIME);
    // C-4: the coins of this account are the run's, what was left over, and those that the bot never had.
    const free = 1000 - 800 + before.owned.base - after.given.base;
    expect(Number(await world.balance('XRP'))).toBeCloseTo(free + after.owned.base, 6);
  });
});
