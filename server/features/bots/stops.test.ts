import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { stopTimeComes } from '../../../tests/factories/stop-time.ts';
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

const plan = { type: 'grid', settings: GRID };
async function started(more: Record<string, unknown>) {
  const bot = await world.create(plan, more);
  expect((await bot.call('start')).body.error).toBeNull();
  return bot;
}
async function running(stop: Record<string, unknown>) {
  const bot = await started({ stop });
  await bot.shows('running');
  return bot;
}
const reason = (bot: { reason: string | null }): string => bot.reason ?? '';

describe('R-15 stop conditions, watched on every trade', () => {
  it('below: a price that was touched for a moment sells the coins', async () => {
    const bot = await running({ below: 0.505 });
    await world.control('price', { symbol: 'XRPUSDT', price: '0.505' });
    await world.price('0.523');
    await bot.shows('stopped', ({ owned }, detail) => {
      expect(owned.base).toBeLessThan(0.1);
      expect(detail.result?.total).toBeCloseTo((detail.result?.rounds ?? 0) + (detail.result?.position ?? 0), 8);
    });
    expect(await world.book()).toEqual([]);
    const why = (await world.get(`/api/bots/${bot.botId}/why`)).body.content as { text: string }[];
    expect(why.map(({ text }) => text)).toContain(
      'Stopping: its orders come down. The price reached its stop at 0.5050. The price was 0.5050.',
    );
  });

  it('above: keeps the coins, unless its owner chose otherwise', async () => {
    const bot = await running({ above: 0.535 });
    await world.price('0.535');
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeGreaterThan(200));
    expect(await world.book()).toEqual([]);
    const other = await running({ above: 0.545, endings: { above: 'sell' } });
    await world.price('0.545');
    await other.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
  });

  it('a loss of so much, at the price that its trades move', async () => {
    // Bought at 0.523: two percent less is near 0.504, with one more purchase filled on the way.
    const bot = await running({ loss: 2, endings: { loss: 'sell' } });
    await world.price('0.51');
    await bot.shows('running', ({ levels }) => expect(levels[3]).toMatchObject({ side: 'sell', resting: true }));
    await world.price('0.502');
    await world.price('0.523');
    await bot.shows('stopped', (_, detail) => expect(reason(detail)).toMatch(/^Its total reached the loss of 2%/));
  });

  it('a gain of so much', async () => {
    const bot = await running({ gain: 1 });
    await world.price('0.54');
    await bot.shows('stopped', (_, detail) => expect(reason(detail)).toMatch(/^Its total reached the gain of 1%/));
  });

  it('a time', async () => {
    const bot = await running({ at: Date.now() + HOUR });
    await stopTimeComes(site, bot.botId);
    await bot.shows('stopped', (_, detail) => expect(reason(detail)).toBe('The time at which it stops has come.'));
    expect(await world.book()).toEqual([]);
  });

  it('C-20: may change while it runs, and what is met already is refused', async () => {
    const bot = await running({});
    const change = (stop: Record<string, unknown>) => world.send('PATCH', `/api/bots/${bot.botId}`, { json: { stop } });
    expect((await change({ below: 0.53 })).body.error).toBe('Must be below 0.5230: at once it would stop.');
    expect((await change({ below: 0.51, endings: { below: 'keep' } })).body.error).toBeNull();
    await world.price('0.51');
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeGreaterThan(370));
    expect((await change({})).body.error).toMatch(/^This bot is over/);
  });

  it('C-12: reached while trading is switched off, it waits, and is not forgotten', async () => {
    const bot = await running({ below: 0.505, endings: { below: 'keep' } });
    expect((await world.post('/api/user/trading', { off: true })).status).toBe(200);
    await world.price('0.505');
    await world.price('0.523');
    await until(async () => {
      const [row] = await site.database.sql<{ reached: { reason: string } | null }[]>`
        select reached from bot_runs where user_id = ${world.userId}`;
      expect(row?.reached?.reason).toBe('below');
    });
    expect((await bot.detail()).state).not.toBe('stopped');
    expect((await world.post('/api/user/trading', { off: false })).status).toBe(200);
    await bot.shows('stopped');
  });

  it('what is met at the start or can never be is refused beside its field', async () => {
    const { body } = await world.post('/api/bots/preview', {
      ...plan,
      market: 'binance',
      symbolName: 'xrp_usdt',
      stop: { below: 0.53, above: 0.52, loss: 100, at: 1, endings: { at: 'buy-back' } },
    });
    const fields = body.refusals.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['stop.below', 'stop.above', 'stop.loss', 'stop.at', 'stop.endings.at']);
  });
});

describe('R-9 a start at a price', () => {
  it('waits with its money kept and nothing resting, and begins with the market of then', async () => {
    const bot = await started({ startAt: 0.515 });
    await bot.shows('waiting', ({ given }) => expect(given.counter).toBe(400));
    // C-2: its chip and its line say for which price.
    expect(await bot.detail()).toMatchObject({ waitsFor: '0.5150', now: expect.stringMatching(/^Waits for 0\.5150;/) });
    expect(await world.book()).toEqual([]);
    const { body } = await world.get('/api/markets/spot/symbol-quantities/binance/xrp_usdt');
    expect([Number(body.counterQuantity), Number(body.botsCounterQuantity)]).toEqual([600, 400]);
    await world.price('0.516');
    expect((await bot.detail()).state).toBe('waiting');
    await world.price('0.513');
    await bot.shows('running', ({ given }) => expect(given.counter).toBeLessThanOrEqual(400));
    const lines = ['BUY 105.9 0.48', expect.stringMatching(/^SELL .* 0\.52$/)];
    await until(async () => expect(await world.book()).toEqual(expect.arrayContaining(lines)));
    expect(reason(await bot.detail())).toBe('');
    expect(await bot.detail()).toMatchObject({ waitsFor: null });
  });

  it('is given up by a stop, and by the time at which it stops', async () => {
    const bot = await started({ startAt: 0.55 });
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped');
    const timed = await started({ startAt: 0.55, stop: { at: Date.now() + HOUR } });
    await stopTimeComes(site, timed.botId);
    await timed.shows('stopped');
    await world.price('0.55');
    expect(await world.book()).toEqual([]);
  });

  it('a market that its settings do not suit any more ends it with the reason', async () => {
    const bot = await started({ startAt: 0.55 });
    await world.control('minimum', { symbol: 'XRPUSDT', minNotional: '60' });
    onTestFinished(async () => {
      await world.control('minimum', { symbol: 'XRPUSDT', minNotional: '5' });
      await site.deps.markets.exchange('binance').renewPair('XRPUSDT');
    });
    await until(async () =>
      expect((await world.get('/api/markets/spot/symbol-quantities/binance/xrp_usdt')).status).toBe(200),
    );
    await site.deps.markets.exchange('binance').renewPair('XRPUSDT');
    await world.price('0.55');
    await bot.shows('stopped', (_, detail) => expect(reason(detail)).toMatch(/^The smallest order would be worth/));
  });
});
