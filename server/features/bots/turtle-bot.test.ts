import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TURTLE } from '../../../tests/factories/bot-settings.ts';
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

describe('PB-9 a bot with turtle on the paper exchange', () => {
  it('rests on the exchange above the last bars, moves with them one at a time, and is taken off when its filter ends', async () => {
    const bot = await world.running();
    await world.ends(bot.botId, { last: 38 });
    await world.rests([FIRST_UNIT]);
    await world.shows(bot, /^Deal 1 buys 47\.4 XRP from 0\.5264\.$/);
    await world.says(bot.botId, /^Signal of \d\d:00 UTC at 0\.5251, flow 0\.40: its filter is on\.$/);
    await world.says(bot.botId, /^Deal 1 waits for 0\.5264 with 47\.4 XRP, up to 0\.5290\.$/);
    await world.ends(bot.botId, { last: 39 });
    await until(async () => expect(await world.purchases()).toHaveLength(2), IN_TIME);
    await world.rests([FIRST_UNIT]);
    const [before, after] = await world.purchases();
    expect([before, after]).toMatchObject([
      { state: 'CANCELED', type: 'STOP_LOSS_LIMIT', trigger: '0.5264' },
      { state: 'NEW', type: 'STOP_LOSS_LIMIT', trigger: '0.5264' },
    ]);
    expect(Number(after?.from)).toBeGreaterThanOrEqual(Number(before?.to));
    await site.database.sql`
      update bot_runs set bars = jsonb_set(bars, '{turtle,signalAt}', '1') where bot_id = ${bot.botId}`;
    await world.ends(bot.botId, { last: 36 });
    await world.rests([]);
    await world.says(bot.botId, /^Deal 1 is over: it bought nothing\. Its filter has ended\.$/);
    const { runs, result } = await bot.detail();
    expect([runs[0]?.owned, result?.total]).toEqual([{ base: 0, counter: 100 }, 0]);
  });

  it('adds units, only the next one resting; one stop of all on the exchange only goes up, and ends it', async () => {
    const bot = await world.holding();
    // The next unit half of N above, and one stop two N below the last: never more than these two.
    const book = async (count: number): Promise<string[]> => {
      await until(async () => {
        const lines = await world.book();
        expect(lines.map((line) => line.split(' ')[0])).toEqual(['SELL', 'BUY'].slice(0, count));
      }, IN_TIME);
      return world.book();
    };
    await world.says(bot.botId, /^The first unit has filled: 47\.4 XRP at 0\.52\d\d, stop 0\.520\d\.$/);
    const [stop = '', next] = await book(2);
    expect([stop, next]).toEqual([
      expect.stringMatching(/^SELL 47\.3 0\.520\d$/),
      expect.stringMatching(/^BUY 47\.\d 0\.530\d$/),
    ]);
    await bot.shows('running', (_, { protection }) => expect(protection).toBe('stop: exchange'));
    await world.price('0.528');
    await world.shows(
      bot,
      /^Deal 1 holds 94\.\d XRP at 0\.52\d\d in 2 units; stop 0\.522\d; the next unit buys 47\.\d XRP from 0\.529\d\.$/,
    );
    const [raised = ''] = await book(2);
    expect(raised).toMatch(/^SELL 94\.\d 0\.522\d$/);
    // It never comes down; the lowest low of ten bars takes it further up.
    await world.ends(bot.botId, { last: 39 });
    await world.ends(bot.botId, { last: 39, floor: 0.5235 });
    await world.says(bot.botId, /^Its stop goes up: stop 0\.5235\.$/);
    await until(async () => expect((await world.book())[0]).toMatch(/^SELL 94\.\d 0\.5235$/), IN_TIME);
    await bot.shows('running', ({ levels }) =>
      expect(levels.map(({ number, side, resting }) => [number, side, resting])).toEqual([
        [1, 'sell', true],
        [2, 'sell', false],
        [3, 'buy', true],
      ]),
    );
    await world.price('0.5235');
    await world.rests([]);
    await bot.shows('running', ({ owned, result }, { result: total }) => {
      expect(owned.base).toBeLessThan(0.2);
      expect(owned.counter).toBeCloseTo(100 + (total?.rounds ?? 0), 0);
      expect(result.total).toBeLessThan(0);
    });
    const { runs: ended } = await bot.detail();
    expect(Number(await world.balance('USDT')) - 900).toBeCloseTo(ended[0]?.owned.counter ?? 0, 8);
    expect(Number(await world.balance('XRP'))).toBeCloseTo(0.2, 0);
  });

  it('PB-2, PB-10: a signal that is known late is listed, opens nothing and keeps no filter on; after a gap whole bars are waited for', async () => {
    const bot = await world.running();
    await world.ends(bot.botId, { last: 39 }, 2);
    await world.says(bot.botId, /: missed: came \d+ (min|h) late\.$/);
    await world.ends(bot.botId, { last: 39 });
    await world.shows(bot, /^Waits for a signal: 1 bar stands out/);
    expect(await world.book()).toEqual([]);
    await world.ends(bot.botId, { last: 38, gap: 9 });
    await world.shows(bot, /^Waits for 3 whole bars\.$/);
    expect(await world.purchases()).toEqual([]);
  });

  it('the market above its price buys at once, up to its limit; further it is not chased', async () => {
    const bot = await world.running();
    await world.price('0.53');
    await world.ends(bot.botId, { last: 38 });
    await world.rests([FIRST_UNIT]);
    expect(await world.purchases()).toMatchObject([{ type: 'LIMIT', state: 'NEW' }]);
    await world.price('0.5285');
    await world.shows(bot, /^Deal 1 holds 47\.3 XRP/);
  });

  it('C-22, C-27: the receipt shows its units and the worst case by the bars of now; what cannot be is refused', async () => {
    await world.ends((await world.running()).botId, { last: 39 });
    const request = { market: 'binance', symbolName: 'xrp_usdt', type: 'smart-money-turtle' };
    const preview = async (settings: Record<string, unknown>) =>
      (await world.post('/api/bots/preview', { ...request, settings: { ...TURTLE, ...settings } })).body;
    const { plan, refusals } = await preview({ invest: 500 });
    expect(refusals).toEqual([]);
    expect(plan).toMatchObject({ needs: { base: 0, counter: 500 }, atStart: null, worst: { price: 0.525 } });
    expect(plan.lines.map(({ price }: { price: number }) => price)).toEqual([0.5264, 0.5279, 0.5293, 0.5307]);
    expect(plan.worst.change).toBeLessThan(0);
    const faults = async (settings: Record<string, unknown>) => (await preview(settings)).refusals;
    expect(await faults({ risk: 0.05 })).toMatchObject([{ field: 'settings.risk', nearest: { value: 0.1 } }]);
    expect(await faults({ risk: 6 })).toMatchObject([{ nearest: { value: 5 } }]);
    expect(await faults({ factor: 1.4 })).toMatchObject([{ nearest: { value: 1.5 } }]);
    const [small] = await faults({ invest: 12 });
    expect(small).toMatchObject({ field: 'settings.invest', text: expect.stringContaining('at least') });
    expect(await faults({ invest: small.nearest.value })).toEqual([]);
    expect(await faults({ invest: small.nearest.value - 0.5 })).toHaveLength(1);
    const { body } = await world.post('/api/bots/preview', { ...request, settings: { ...TURTLE, interval: '5m' } });
    expect(body.message ?? body.error ?? JSON.stringify(body)).toMatch(/interval|1h/);
  });
});
