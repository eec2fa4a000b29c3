import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { IN_TIME } from '../../../tests/factories/smart-money-bot.ts';
import { FIRST_UNIT, turtleWorld } from '../../../tests/factories/turtle-bot.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof turtleWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await turtleWorld(site);
});
afterEach(() => world.restore());

describe('what else a bot with turtle meets', () => {
  it('C-8, C-9: a pause takes the next unit off and keeps the stop; a stop sells or keeps what there is', async () => {
    const bot = await world.holding();
    await until(async () => expect(await world.book()).toHaveLength(2), IN_TIME);
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await until(async () => expect(await world.book()).toEqual([expect.stringMatching(/^SELL 47\.3/)]), IN_TIME);
    expect((await bot.call('resume')).body.error).toBeNull();
    await until(async () => expect(await world.book()).toHaveLength(2), IN_TIME);
    expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
    expect(await world.book()).toEqual([]);
  });

  it('C-12, C-9: while trading is off nothing is placed, and on again its order moves; stopped with Keep its coins stay', async () => {
    const bot = await world.running();
    await world.ends(bot.botId, { last: 38 });
    await world.rests([FIRST_UNIT]);
    await world.post('/api/user/trading', { off: true });
    await world.ends(bot.botId, { last: 39 });
    await until(async () => {
      const [run] = await site.database.sql<{ until: string }[]>`
        select bars ->> 'until' as until from bot_runs where bot_id = ${bot.botId}`;
      expect(Number(run?.until) + 4 * HOUR).toBeGreaterThan(Date.now());
    }, IN_TIME);
    expect(await world.purchases()).toHaveLength(1);
    await world.post('/api/user/trading', { off: false });
    await until(async () => expect(await world.purchases()).toHaveLength(2), IN_TIME);
    await world.rests([FIRST_UNIT]);
    await world.price('0.5264');
    await world.shows(bot, /^Deal 1 holds 47\.3 XRP/);
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeCloseTo(47.4 * 0.999, 6));
    expect(await world.book()).toEqual([]);
  });

  it('C-3: its units are copied as blocks are, and sold on each key', async () => {
    const [copy] = world.copies;
    const bot = await world.running({}, { copyKeys: true });
    await world.ends(bot.botId, { last: 38 });
    await until(
      async () => expect(await world.book(copy?.paperKey)).toEqual([expect.stringMatching(/^BUY .* 0\.529$/)]),
      IN_TIME,
    );
    await world.price('0.5264');
    await until(async () => expect(await world.book(copy?.paperKey)).toHaveLength(2), IN_TIME);
    expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
    await bot.shows('stopped');
    await until(async () => expect(await world.book(copy?.paperKey)).toEqual([]), IN_TIME);
  });

  it('PB-8, C-10, C-15: sellers that prevail end it; a signal over a limit or for a halted pair gets its sentence', async () => {
    const bot = await world.holding();
    await world.ends(bot.botId, { last: 38, sold: true });
    await world.says(bot.botId, /^Sellers prevail: the flow is -0\.40\.$/);
    await world.rests([]);
    await world.send('PUT', '/api/user/limits', { json: { perOrder: 20, perDay: 1000, thinMarkets: false } });
    await world.ends(bot.botId, { last: 38, sold: false });
    await world.says(bot.botId, /: not taken: This order is worth 25\.\d+ USDT; your limit for one order is 20 USDT\./);
    await world.send('PUT', '/api/user/limits', { json: { perOrder: 1000, perDay: 1000, thinMarkets: false } });
    await world.control('pair', { symbol: 'XRPUSDT', status: 'HALT' });
    await until(async () => {
      await site.deps.markets.exchange('binance').renewPair('XRPUSDT');
      expect(site.deps.markets.findExchangePair('binance', 'XRPUSDT')?.status).not.toBe('trading');
    }, IN_TIME);
    await world.ends(bot.botId, { last: 38 });
    await world.says(bot.botId, /: not taken: XRP\/USDT .*(halted|paused)/i);
    expect(await world.book()).toEqual([]);
  });
});
