import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { BY_HOOK, FLOW, LADDER } from '../../../tests/factories/bot-settings.ts';
import { averagingWorld, IN_TIME, ROWS } from '../../../tests/factories/averaging-bot.ts';
import { stopTimeComes } from '../../../tests/factories/stop-time.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof averagingWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await averagingWorld(site, []);
});

type Bot = Awaited<ReturnType<typeof world.running>>;
const change = ({ botId }: Bot, stop: Record<string, unknown>) =>
  world.send('PATCH', `/api/bots/${botId}`, { json: { stop } });
/** It is to stop by its time, which comes once that is saved. */
async function timesOut(bot: Bot, endings: Record<string, string> = {}): Promise<void> {
  expect((await change(bot, { at: Date.now() + HOUR, endings })).body.error).toBeNull();
  await stopTimeComes(site, bot.botId);
}
const reasonOf = async (bot: Bot): Promise<string> => (await bot.detail()).reason ?? '';
/** Its first order has filled at 0.523; the take profit is far away. */
async function holding(stop: Record<string, unknown>, settings: Record<string, unknown> = {}): Promise<Bot> {
  const bot = await world.running({ takeProfit: 10, ...settings }, { stop });
  await until(async () => expect((await bot.detail()).protection).toBe('stop: exchange + this server'), IN_TIME);
  return bot;
}

describe('R-15 stop conditions of a bot whose deals are order blocks', () => {
  it('C-9 below: a price that was touched for a moment takes its additions down and sells its coins', async () => {
    const bot = await holding({ below: 0.518 });
    // All of it rests, and nothing but the price brings it up for a while.
    await until(async () => {
      expect(await world.book()).toHaveLength(7);
      const [row] = await site.database.sql<{ due: string }[]>`
        select due_at::text as due from bot_runs where bot_id = ${bot.botId}`;
      expect(Number(row?.due) - Date.now()).toBeGreaterThan(3000);
    }, IN_TIME);
    await world.control('price', { symbol: 'XRPUSDT', price: '0.518' });
    await world.price('0.523');
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
    expect(await world.book()).toEqual([]);
    const { result, runs } = await bot.detail();
    expect(result?.total).toBeCloseTo((result?.rounds ?? 0) + (result?.position ?? 0), 8);
    // C-4: the account has moved by exactly that.
    expect(Number(await world.balance('USDT'))).toBeCloseTo(1000 - 238.7519 + (runs[0]?.owned.counter ?? 0), 8);
    const why = (await world.get(`/api/bots/${bot.botId}/why`)).body.content as { text: string }[];
    const texts = why.map(({ text }) => text);
    expect(texts).toContain('The price reached its stop at 0.5180. The price was 0.5180.');
    expect(texts).not.toContain('Stopped by you.');
  });

  it('above: keeps the coins without their exits, unless its owner chose otherwise', async () => {
    const bot = await holding({ above: 0.53 });
    await world.price('0.53');
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeCloseTo(38.1618, 8));
    expect(await world.book()).toEqual([]);
    expect(await world.rows('buy')).toMatchObject([{ origin: 'placed', firstFilledQuantity: 38.2 }]);
    const other = await holding({ above: 0.54, endings: { above: 'sell' } });
    await world.price('0.54');
    await other.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
  });

  it('a loss of so much counts what every block of its deal has bought, at the price that each fill moves', async () => {
    // Both orders of 39.96 bought: two percent less is near 0.51, far above the deal's own stop.
    const bot = await holding({ loss: 2, endings: { loss: 'sell' } }, { additions: 1 });
    await world.price('0.515');
    await until(async () => expect((await bot.detail()).now).toMatch(/holds 76\.\d XRP/), IN_TIME);
    expect((await bot.detail()).state).toBe('running');
    // The price of the loss moves when the engine reads the fill: what is touched before that does not count.
    await until(
      async () => {
        await world.control('price', { symbol: 'XRPUSDT', price: '0.508' });
        await world.price('0.523');
        expect((await bot.detail()).state).not.toBe('running');
      },
      { ...IN_TIME, interval: 500 },
    );
    // Its two blocks may not be joined yet: each leaves less than a step.
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.2));
    expect(await reasonOf(bot)).toMatch(
      /^Its total reached the loss of 2% at which it stops\. The price was 0\.5080\.$/,
    );
  });

  it('a gain of so much, and a time', async () => {
    const gains = await holding({ gain: 1 }, { additions: 0 });
    await world.price('0.53');
    await gains.shows('stopped', ({ owned }) => expect(owned.base).toBeCloseTo(38.1618, 8));
    expect(await reasonOf(gains)).toMatch(/^Its total reached the gain of 1% at which it stops\./);
    await world.price('0.523');
    const timed = await holding({ below: 0.4 }, { additions: 0 });
    await timesOut(timed, { at: 'sell' });
    await timed.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
    expect(await reasonOf(timed)).toBe('The time at which it stops has come.');
  });

  it('C-12: reached while trading is switched off, it waits, and is not forgotten; paused, it stops as well', async () => {
    const bot = await holding({ below: 0.518, endings: { below: 'keep' } }, { additions: 0 });
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await world.post('/api/user/trading', { off: true });
    await world.control('price', { symbol: 'XRPUSDT', price: '0.517' });
    await world.price('0.523');
    // Reached, and looked at once more since.
    await until(async () => {
      const [row] = await site.database.sql<{ reason: string; since: string; state: string }[]>`
        select reached ->> 'reason' as reason, due_at - (reached ->> 'at')::bigint as since, state
        from bot_runs where bot_id = ${bot.botId}`;
      expect(row).toMatchObject({ reason: 'below', state: 'paused' });
      expect(Number(row?.since)).toBeGreaterThan(1500);
    }, IN_TIME);
    await world.post('/api/user/trading', { off: false });
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeCloseTo(38.1618, 8));
  });

  it('C-20: may change while it runs, and ends one that has no deal open with all of its money', async () => {
    const bot = await world.running({}, { startAt: 0.5 });
    await bot.shows('waiting');
    const signals = await world.create({ type: 'signal', settings: SIGNAL });
    expect((await signals.call('start')).body.error).toBeNull();
    await signals.shows('running', (_, { protection }) => expect(protection).toBeNull());
    expect((await change(signals, { above: 0.52 })).body.error).toBe('Must be above 0.5230: at once it would stop.');
    expect((await change(signals, { above: 0.53 })).body.error).toBeNull();
    await signals.shows('running', (_, { protection }) => expect(protection).toBe('stop: this server'));
    await world.price('0.53');
    await signals.shows('stopped', ({ owned }) => expect(owned).toEqual({ base: 0, counter: 100 }));
    // One that waits for its price is ended by its time.
    await timesOut(bot);
    await bot.shows('stopped');
  });

  it('C-22: what is met already is refused; without a stop of its deals the worst case is where it stops', async () => {
    const request = { market: 'binance', symbolName: 'xrp_usdt', type: 'averaging', settings: LADDER };
    const preview = async (more: Record<string, unknown>) =>
      (await world.post('/api/bots/preview', { ...request, ...more })).body;
    const { refusals } = await preview({ stop: { below: 0.53, above: 0.52, loss: 100, at: 1 } });
    expect(refusals.map(({ field }: { field: string }) => field)).toEqual([
      'stop.below',
      'stop.above',
      'stop.loss',
      'stop.at',
    ]);
    const bare = { ...LADDER, stop: null, withoutStop: true };
    // The first three orders have filled by then.
    const { plan } = await preview({ settings: bare, stop: { below: 0.5 } });
    const spent = ROWS.slice(0, 3).reduce((sum, [price, quantity]) => sum + Number(price) * Number(quantity), 0);
    expect(plan.worst.price).toBe(0.5);
    expect(plan.worst.change).toBeCloseTo(132.2 * 0.5 * 0.999 - spent, 1);
    expect((await preview({ stop: { below: 0.5 } })).plan.worst.price).toBe(0.4294);
  });
});

it('C-16: a bot whose entries go out with their stop needs a stop order free on the exchange for each place', async () => {
  await world.control('pair', { symbol: 'XRPUSDT', maxNumAlgoOrders: 2 });
  await until(async () => {
    await site.deps.markets.exchange('binance').renewPair('XRPUSDT');
    expect(site.deps.markets.findExchangePair('binance', 'XRPUSDT')?.limits.algoOrders).toBe(2);
  }, IN_TIME);
  const start = async (type: string, settings: Record<string, unknown>) => {
    const bot = await world.create({ type, settings });
    return { bot, error: (await bot.call('start')).body.error as string | null };
  };
  const full = 'XRP/USDT takes 2 orders that wait for a price on a key; 0 are open, and this bot needs 3.';
  expect((await start('signal', { ...SIGNAL, places: 3 })).error).toBe(full);
  expect((await start('smart-money', { ...FLOW, places: 3 })).error).toBe(full);
  const enough = await start('signal', { ...SIGNAL, places: 2 });
  const bare = await start('signal', { ...SIGNAL, places: 3, stop: null, withoutStop: true });
  expect([enough.error, bare.error]).toEqual([null, null]);
  for (const { bot } of [enough, bare]) {
    await bot.call('stop', { coins: 'keep' });
    await bot.shows('stopped');
  }
});

const SIGNAL = { ...BY_HOOK, takeProfit: 3, stop: 2 };
