import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FLOW, TURTLE } from '../../../tests/factories/bot-settings.ts';
import { IN_TIME, smartMoneyWorld } from '../../../tests/factories/smart-money-bot.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { createBybit } from '../../exchanges/bybit/index.ts';
import { createCoinbase } from '../../exchanges/coinbase/index.ts';
import { createLog } from '../../lib/log.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof smartMoneyWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await smartMoneyWorld(site);
});
afterEach(() => world.restore());

/** 190.4 coins at 0.5251 are 99.98 of 100; 190.2 of them are left by the fee. */
const ENTRY = 'BUY 190.4 0.5251';
const EXITS = ['SELL 190.2 0.5145', 'SELL 190.2 0.5409'];

describe('a smart money bot on the paper exchange', () => {
  it('smart-money PB-8, PB-5, PB-7: a bar that stands out rests an entry, which fills with its exits; the take profit ends it', async () => {
    const bot = await world.running();
    expect((await bot.detail()).now).toMatch(
      /^Waits for a signal: none of 12 bars stands out \(bar of \d\d:00 UTC\)\.$/,
    );
    const { body: free } = await world.get('/api/markets/spot/symbol-quantities/binance/xrp_usdt');
    expect(Number(free.counterQuantity)).toBeCloseTo(900, 8);
    await world.ends(bot.botId, { last: 38 });
    await world.rests([ENTRY]);
    await world.says(
      bot.botId,
      /^Signal of \d\d:00 UTC at 0\.5251, flow 0\.40: deal 1 buys 190\.4 XRP at up to 0\.5251\.$/,
    );
    await world.shows(bot, /^Deal 1 buys 190\.4 XRP at up to 0\.5251 until \d\d:00 UTC\.$/);
    await world.price('0.5251');
    await world.rests(EXITS);
    await bot.shows('running', ({ owned }, detail) => {
      expect(owned.base).toBeCloseTo(190.2096, 8);
      expect(detail.protection).toBe('stop: exchange');
      expect(detail.now).toBe('Deal 1 holds 190.2 XRP at 0.5256; take profit 0.5409, stop 0.5145.');
    });
    expect((await bot.detail()).runs[0]?.levels).toMatchObject([{ sellPrice: 0.5409, stopPrice: 0.5145 }]);
    await world.price('0.5409');
    await world.shows(bot, /^Waits for a signal/);
    const earned = 190.2 * 0.5409 * 0.999 - 190.4 * 0.5251;
    expect((await bot.detail()).result?.rounds).toBeCloseTo(earned, 8);
    expect(Number(await world.balance('USDT'))).toBeCloseTo(1000 + earned, 8);
  });

  it('PB-2, PB-10: a signal that is known late is listed and never traded; after a gap whole bars are waited for', async () => {
    const bot = await world.running();
    await world.ends(bot.botId, { last: 39 }, 2);
    await world.says(bot.botId, /^Signal of \d\d:00 UTC at 0\.5251, flow 0\.40: missed: came \d+ (min|h) late\.$/);
    expect(await world.book()).toEqual([]);
    await world.shows(bot, /^Waits for a signal: 1 bar stands out, flow 0\.40/);
    await world.ends(bot.botId, { last: 38, gap: 9 });
    await world.shows(bot, /^Waits for 3 whole bars\.$/);
    expect(await world.book()).toEqual([]);
  });

  it('PB-3: a signal with all places taken is listed; with a second place it opens another', async () => {
    const bot = await world.running({ places: 2 });
    await world.ends(bot.botId, { last: 38 });
    await world.rests(['BUY 95.2 0.5251']);
    await world.ends(bot.botId, { last: 38 });
    await world.rests(['BUY 95.2 0.5251', 'BUY 95.2 0.5251']);
    await world.ends(bot.botId, { last: 38 });
    await world.says(bot.botId, /: not taken: Its deals are open\.$/);
    await bot.shows('running', ({ levels }) =>
      expect(levels.map(({ number, resting }) => [number, resting])).toEqual([
        [1, true],
        [2, true],
      ]),
    );
    // C-8: a pause takes what has bought nothing down, and its deals are over.
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await world.rests([]);
    expect((await bot.call('resume')).body.error).toBeNull();
    await until(async () => expect((await bot.detail()).runs[0]?.levels).toEqual([]), IN_TIME);
  });

  it('PB-5: an entry that has not filled in its bars is canceled, and the money is free for the next signal', async () => {
    const bot = await world.running({ coolDown: 0 });
    await world.ends(bot.botId, { last: 38 });
    await world.rests([ENTRY]);
    await site.database.sql`update bot_deals set valid_until = ${Date.now()} where run_id in (
      select id from bot_runs where bot_id = ${bot.botId})`;
    await site.database.sql`update bot_runs set due_at = ${Date.now()} where bot_id = ${bot.botId}`;
    await world.rests([]);
    await world.says(bot.botId, /^Deal 1 is over: it bought nothing\./);
    const { runs, result } = await bot.detail();
    expect([runs[0]?.owned, result?.total]).toEqual([{ base: 0, counter: 100 }, 0]);
  });

  it('PB-8: sellers that prevail close what is open, at market', async () => {
    const bot = await world.running({ entry: 'now', takeProfit: null });
    await world.ends(bot.botId, { last: 38 });
    // 187.7 at the market of 0.53: what 100 USDT pay at the limit of half a percent more. Its stop is from the market.
    await world.rests(['SELL 187.5 0.5194']);
    await world.ends(bot.botId, { last: 38, sold: true });
    await world.rests([]);
    await world.says(bot.botId, /^Sellers prevail: the flow is -0\.40\.$/);
    await bot.shows('running', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
  });
});

describe('what else a smart money bot meets', () => {
  it('C-3, PB-1: a deal is copied as a block is, with its exits, and sold on each key', async () => {
    const [copy] = world.copies;
    const bot = await world.running({}, { copyKeys: true });
    await world.ends(bot.botId, { last: 38 });
    await world.rests([ENTRY]);
    await until(async () => {
      expect(await world.book(copy?.paperKey)).toEqual([expect.stringMatching(/^BUY \d+(\.\d)? 0\.5251$/)]);
    }, IN_TIME);
    await world.price('0.5251');
    await world.rests(EXITS);
    await until(async () => expect(await world.book(copy?.paperKey)).toHaveLength(2), IN_TIME);
    expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
    await until(async () => expect(await world.book(copy?.paperKey)).toEqual([]), IN_TIME);
  });

  it('PB-7, C-9: stops with what it holds kept or sold, and its trailing stop is a plan of the block', async () => {
    const bot = await world.running({ trailing: 2 });
    await world.ends(bot.botId, { last: 38 });
    await world.price('0.5251');
    await until(async () => expect((await bot.detail()).protection).toBe('stop: exchange'), IN_TIME);
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeCloseTo(190.2096, 8));
    expect(await world.book()).toEqual([]);
    expect(await world.rows('buy')).toMatchObject([{ origin: 'placed' }]);
  });

  it('C-22, PB-7: the receipt says what is kept, what a deal earns, and the loss at its stop', async () => {
    const request = { market: 'binance', symbolName: 'xrp_usdt', type: 'smart-money', settings: FLOW };
    const preview = async (settings: Record<string, unknown>) =>
      (await world.post('/api/bots/preview', { ...request, settings: { ...FLOW, ...settings } })).body;
    const { plan, refusals } = await preview({});
    expect(refusals).toEqual([]);
    expect(plan).toMatchObject({ needs: { base: 0, counter: 100 }, atStart: null, amountPerLevel: 100 });
    // 188.6 at 0.53; 188.4 of them are sold at 0.5194, less its fee.
    expect(plan.worst.change).toBeCloseTo(188.4 * 0.5194 * 0.999 - 188.6 * 0.53, 6);
    const faults = async (settings: Record<string, unknown>) => (await preview(settings)).refusals;
    expect(await faults({ stop: null })).toMatchObject([{ field: 'settings.stop' }]);
    expect(await faults({ stop: null, withoutStop: true })).toEqual([]);
    expect(await faults({ stop: null, trailing: 2, withoutStop: true })).toMatchObject([
      { field: 'settings.trailing' },
    ]);
    expect(await faults({ factor: 1.4 })).toMatchObject([{ nearest: { value: 1.5 } }]);
    expect(await faults({ flow: 0.95 })).toMatchObject([{ nearest: { value: 0.9 } }]);
    expect(await faults({ entry: 'now', takeProfit: 0.5 })).toMatchObject([{ nearest: { value: 1 } }]);
    expect(await faults({ invest: 20, places: 5 })).toMatchObject([{ field: 'settings.invest' }]);
    const [small] = await faults({ invest: 20, places: 5 });
    expect(await faults({ invest: small.nearest.value, places: 5 })).toEqual([]);
    expect(await faults({ amount: 60, places: 2 })).toMatchObject([{ nearest: { value: 50 } }]);
    // PB-4: a share of the purse.
    expect((await preview({ share: 40, places: 2 })).plan.amountPerLevel).toBe(40);
    expect(await faults({ share: 0.5 })).toMatchObject([{ field: 'settings.share', nearest: { value: 1 } }]);
    expect(await faults({ share: 40, places: 3 })).toMatchObject([{ nearest: { value: 33.33 } }]);
    expect(await faults({ share: 150 })).toMatchObject([{ field: 'settings.share', nearest: { value: 100 } }]);
    expect(await faults({ share: 40, amount: 20 })).toMatchObject([{ field: 'settings.share' }]);
  });

  it.each([
    ['Bybit', createBybit],
    ['Coinbase', createCoinbase],
  ])(
    'PB-8, PB-9: a smart money bot is refused where bars do not say what buyers took, as those of %s',
    async (_, create) => {
      const preview = async (type: string, settings: object) => {
        const request = { market: 'binance', symbolName: 'xrp_usdt', type, settings };
        return (await world.post('/api/bots/preview', request)).body.refusals as { field: string; text: string }[];
      };
      expect(await preview('smart-money', FLOW)).toEqual([]);
      const bot = await world.made();
      const exchange = site.deps.markets.exchange('binance');
      const { reportsTakers } = exchange;
      onTestFinished(() => void Object.assign(exchange, { reportsTakers }));
      const other = create({ clock: Date.now, log: createLog('silent') });
      onTestFinished(() => other.stop());
      Object.assign(exchange, { reportsTakers: other.reportsTakers });
      const text = expect.stringMatching(
        / does not say how much of a bar buyers took\. This bot works on Binance and on paper\.$/,
      );
      expect(await preview('smart-money', FLOW)).toEqual([{ field: '', text, nearest: null }]);
      expect(await preview('smart-money-turtle', TURTLE)).toContainEqual({ field: '', text, nearest: null });
      expect((await bot.call('start')).body.error).toEqual(text);
    },
  );

  it('C-10, C-12, C-15: a signal over a limit, with trading off, or for a halted pair gets its sentence', async () => {
    const bot = await world.running();
    const limits = (perOrder: number) =>
      world.send('PUT', '/api/user/limits', { json: { perOrder, perDay: 1000, thinMarkets: false } });
    await limits(50);
    await world.ends(bot.botId, { last: 38 });
    await world.says(bot.botId, /: not taken: This order is worth 99\.\d+ USDT; your limit for one order is 50 USDT\./);
    await limits(1000);
    await world.post('/api/user/trading', { off: true });
    await world.ends(bot.botId, { last: 38 });
    await world.says(bot.botId, /: not taken: You have switched your trading off\./);
    await world.post('/api/user/trading', { off: false });
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
