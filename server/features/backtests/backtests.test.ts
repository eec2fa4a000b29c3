import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { FLOW, GRID } from '../../../tests/factories/bot-settings.ts';
import { fallAndRise, rounded, type TradedDay } from '../../../tests/factories/traded-days.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { BacktestEngine } from './engine/index.ts';

const DAY = 86_400_000;
const BOT = { type: 'grid', market: 'binance', symbolName: 'xrp_usdt', settings: GRID };

let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite();
  world = await botWorld(site);
});
afterAll(() => site.close());

async function daysBefore(to: number, days: number): Promise<TradedDay[]> {
  const path = `/api/markets/spot/candles/binance/xrp_usdt?interval=1d&limit=${days + 1}`;
  const { candles }: { candles: TradedDay[] } = (await world.get(path)).body;
  return candles.filter(({ openTime }) => openTime >= to - days * DAY && openTime < to);
}

/** The last days of the paper market, whose first price the lines are laid around. */
async function pastWorld(days = 20, interval = '1h') {
  const to = Math.floor(Date.now() / DAY) * DAY;
  const [first] = await daysBefore(to, days);
  const price = (factor: number) => rounded((first?.open ?? 0.5) * factor);
  const settings = { ...GRID, low: price(0.95), high: price(1.05), steps: 10 };
  return { bot: { ...BOT, settings }, from: to - days * DAY, to, interval };
}

const start = async (request: Record<string, unknown>) => (await world.post('/api/backtests', request)).body;
const ended = (backtestId: string) =>
  until(
    async () => {
      const { body } = await world.get(`/api/backtests/${backtestId}`);
      expect(['done', 'failed', 'stopped']).toContain(body.state);
      return body;
    },
    { interval: 250 },
  );

describe('a backtest through the site', () => {
  it('X-1, X-2, X-8: the paper market’s own past is run in a thread, and the same request gives the same bytes', async () => {
    const request = await pastWorld();
    const told: unknown[] = [];
    const stop = site.deps.backtests.bus.subscribe('user.>', (message) => told.push(message));
    const { error, backtestId } = await start(request);
    expect(error).toBeNull();
    const body = await ended(backtestId);
    expect([body.state, body.error, body.progress]).toEqual(['done', null, 1]);
    // its owner's pages are told as well.
    await until(async () =>
      expect(told.at(-1)).toEqual({ topic: 'backtest', body: { backtestId, state: 'done', progress: 1 } }),
    );
    expect(told).toContainEqual({ topic: 'backtest', body: { backtestId, state: 'running', progress: 0 } });
    stop();
    const { report } = body;
    expect(report).toMatchObject({ checked: true, bars: 480, currency: 'USDT', engine: '6' });
    expect(report.booked.total).toBeCloseTo(report.booked.rounds + report.booked.position, 8);
    expect(report.data).toMatchObject({ source: 'the paper market', interval: '1h', holes: [], holeCount: 0 });
    expect(report.points.length).toBe(240);
    const again = await ended((await start(request)).backtestId);
    expect(JSON.stringify(again.report)).toBe(JSON.stringify(report));
    const csv = (await world.get(`/api/backtests/${backtestId}/deals.csv`)).text.split('\r\n');
    expect(csv).toHaveLength(report.booked.deals + 2);
  });
});

describe('other types than grids', () => {
  const averaging = () => ({
    type: 'averaging',
    settings: {
      base: 20,
      addition: 20,
      additions: 3,
      deviation: 0.5,
      deviationFactor: 1.2,
      amountFactor: 1.2,
      takeProfit: 0.5,
      stop: 3,
      repeat: true,
      coolDown: 60,
      dealsADay: 10,
      dailyLoss: 50,
    },
  });
  const trend = (settings: object) => ({
    type: 'trend-grid',
    settings: { ...settings, until: null, shiftEvery: 60, stopFollows: true },
  });
  const range = (_: object, past: readonly TradedDay[]) => ({
    type: 'range',
    settings: {
      order: 'buy-sell',
      baseCurrency: 'XRP',
      counterCurrency: 'USDT',
      counterEarning: true,
      ...fallAndRise(past),
      invest: 100,
      repeat: true,
      wait: 60,
    },
  });

  it.each([
    ['T-5: a trend grid', trend],
    ['T-9: a range', range],
    ['PB-11: an averaging bot', averaging],
  ])('X-1, %s is run over the past, and its first half decides the same', async (_, of) => {
    const request = await pastWorld();
    const bot = { ...BOT, ...of(request.bot.settings, await daysBefore(request.to, 20)) };
    const { error, backtestId } = await start({ ...request, bot });
    expect(error).toBeNull();
    const { state, report } = await ended(backtestId);
    expect([state, report.checked, report.bars]).toEqual(['done', true, 480]);
    expect(report.booked.total).toBeCloseTo(report.booked.rounds + report.booked.position, 8);
    expect(report.booked.deals).toBeGreaterThan(0);
  });
});

const HOURLY = { ...FLOW, interval: '1h', factor: 1.5, look: 6, flow: 0.05, places: 2, entry: 'now', takeProfit: 1 };

describe('what goes by bars', () => {
  const smartMoney = (settings: object = {}) => ({ ...BOT, type: 'smart-money', settings: { ...HOURLY, ...settings } });

  it('X-1, K-6, PB-8: smart money is run over the past, warmed up by what was before, and in the form', async () => {
    const request = { ...(await pastWorld()), bot: smartMoney({ trailing: 1.5 }) };
    const { error, backtestId } = await start(request);
    expect(error).toBeNull();
    const { state, report } = await ended(backtestId);
    expect(state).toBe('done');
    expect(report).toMatchObject({ checked: true, bars: 480, lines: [] });
    expect(report.booked.deals).toBeGreaterThan(2);
    const again = await ended((await start(request)).backtestId);
    expect(JSON.stringify(again.report)).toBe(JSON.stringify(report));
    const { body } = await world.post('/api/backtests/preview', { bot: smartMoney() });
    expect(body).toMatchObject({ error: null, report: { data: { interval: '1h' } } });
  });

  it('X-1, PB-9: so is a bot with turtle', async () => {
    const { entry: _e, places: _p, amount: _a, valid: _v, takeProfit: _t, stop: _s, trailing: _r, ...flow } = HOURLY;
    const bot = { ...BOT, type: 'smart-money-turtle', settings: { ...flow, risk: 2, units: 4 } };
    const request = { ...(await pastWorld()), bot };
    const { error, backtestId } = await start(request);
    expect(error).toBeNull();
    const { state, report } = await ended(backtestId);
    expect([state, report.checked, report.bars]).toEqual(['done', true, 480]);
    expect(report.booked.deals).toBeGreaterThan(0);
    expect(report.booked.total).toBeCloseTo(report.booked.rounds + report.booked.position, 8);
    const { body } = await world.post('/api/backtests/preview', { bot });
    expect(body).toMatchObject({ error: null, report: { data: { interval: '1h' } } });
  });

  it('X-1, X-2: what cannot be run says why', async () => {
    const request = await pastWorld();
    const fault = async (bot: object) => (await start({ ...request, bot })).error;
    expect(await fault(smartMoney({ interval: '5m' }))).toBe(
      'Its signals are bars of 5m. Choose bars of 5m or shorter ones.',
    );
    const { interval: _i, factor: _f, mean: _m, look: _l, bars: _b, flow: _w, sellersClose: _s, ...deals } = HOURLY;
    expect(await fault({ ...BOT, type: 'signal', settings: deals })).toMatch(
      /^A signal bot does what its hook is sent, and no past is kept of that\./,
    );
    const { body } = await world.post('/api/backtests/preview', { bot: smartMoney({ interval: '1m' }) });
    expect(body.error).toMatch(/^The paper market keeps bars of an hour for so long/);
  });
});

describe('X-10 a search over settings', () => {
  const lows = (values: number) => ({ field: 'low', from: 0.4, to: 0.5, values });

  it('X-10: runs every combination on both parts, sorts by the one held back, and is named next to what was found', async () => {
    const request = await pastWorld();
    const { low, high } = request.bot.settings;
    const search = [
      { field: 'low', from: low * 0.98, to: low, values: 2 },
      { field: 'steps', from: 4, to: 10, values: 3 },
    ];
    const { error, backtestId } = await start({ ...request, search });
    expect(error).toBeNull();
    const { state, report, search: found, return: best } = await ended(backtestId);
    expect([state, report, found.tries]).toEqual(['done', null, 6]);
    expect(found.heldFrom).toBe(request.from + 14 * DAY);
    const held = found.rows.map((row: { held: { return: number } }) => row.held.return);
    expect(held).toEqual(held.toSorted((one: number, other: number) => other - one));
    expect(best).toBeCloseTo(held[0], 6);
    expect(new Set(found.rows.map((row: { settings: object }) => JSON.stringify(row.settings))).size).toBe(6);
    // What was chosen by is what a run of that part alone comes to.
    const [{ settings, held: part }] = found.rows;
    const alone = await start({
      ...request,
      from: found.heldFrom,
      bot: { ...request.bot, settings: { ...request.bot.settings, ...settings, high } },
      bestOf: 6,
    });
    const again = await ended(alone.backtestId);
    expect(again.report.booked.total).toBe(part.total);
    expect(again.request.bestOf).toBe(6);
  });

  it.each<[Record<string, unknown>[], RegExp]>([
    [[], /Choose a setting to vary\.$/],
    [[{ ...lows(3), field: 'invest' }], /This setting cannot be varied\.$/],
    [[lows(1)], /Enter 2 or more\.$/],
    [[lows(201)], /Enter at most 200\.$/],
    [[{ ...lows(5), to: 0.4 }], /The first value lies above the last one\.$/],
    [[lows(5), lows(5)], /Name each setting once\.$/],
    [[lows(20), { field: 'high', from: 0.6, to: 0.7, values: 11 }], /At most 200 combinations are tried/],
    [[{ field: 'up', from: 1, to: 2, values: 2 }], /^This type of bot has no setting named Up\.$/],
  ])('X-10: %o is refused with a sentence', async (search, sentence) => {
    const { body } = await world.post('/api/backtests', { ...(await pastWorld()), search });
    expect(body.error).toMatch(sentence);
  });

  it('X-10: more bars than are run in time are refused before anything is begun', async () => {
    const request = { ...(await pastWorld(365, '1m')), search: [lows(100)] };
    expect((await world.post('/api/backtests', request)).body.error).toMatch(
      /^100 tries of this time are 52,560,000 bars; 20,000,000 are run at most\./,
    );
  });
});

describe('what cannot be run says why, and nothing is kept', () => {
  const refusals = async (change: Record<string, unknown>) => {
    const request = { ...(await pastWorld()), ...change };
    return world.post('/api/backtests', request);
  };

  it('X-7: a time that is too long, that lies ahead or has no prices', async () => {
    const { from, to } = await pastWorld();
    expect((await refusals({ interval: '1m', from: to - 800 * DAY })).body.error).toBe(
      'This time has 1,152,000 bars; 1,100,000 are run at most. Use longer bars, or a shorter time.',
    );
    expect((await refusals({ from: to, to: from })).body.error).toBe(
      'The end lies before the start, or too near to it. Choose a longer time.',
    );
    expect((await refusals({ from: Date.now() + DAY, to: Date.now() + 2 * DAY })).body.error).toMatch(/^The end lies/);
  });

  it('X-4: settings that are illegal on the first bar, and pairs whose rules are not known', async () => {
    const { bot } = await pastWorld();
    const tiny = { ...bot, settings: { ...bot.settings, invest: 10 } };
    expect((await refusals({ bot: tiny })).body.error).toMatch(
      /^At its first price of [\d.]+: The smallest order would be worth .* Invest at least [\d.]+ USDT, or use fewer steps\.$/,
    );
    const unknown = await refusals({ bot: { ...bot, symbolName: 'abc_usdt' } });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'binance does not trade ABC/USDT.']);
    for (const [change, sentence] of [
      [{ interval: '7m' }, /^interval: Choose one of: 1m, 3m/],
      [{ slippage: 3 }, /^slippage: Enter at most 2%\.$/],
      [{ fees: -1 }, /^fees: Enter 0 or more\.$/],
      [{ data: [] }, /^data: Name a file\.$/],
      [{ data: ['x'] }, /^data\.0: /],
    ] as const)
      expect((await refusals(change)).body.error).toMatch(sentence);
    const { content } = (await world.get('/api/backtests')).body;
    expect(content.every(({ state }: { state: string }) => state === 'done')).toBe(true);
  });
});

describe('X-13 the form', () => {
  it('shows what the last thirty days would have come to', async () => {
    const { bot } = await pastWorld(30);
    const { body } = await world.post('/api/backtests/preview', { bot });
    expect(body.error).toBeNull();
    expect(body.report.data.interval).toBe('1h');
    expect(body.report.bars).toBeGreaterThan(690);
    expect(
      (await world.post('/api/backtests/preview', { bot: { ...bot, settings: { ...bot.settings, steps: 1 } } })).body
        .error,
    ).toMatch(/Use at least 2 steps\.$/);
  });
});

describe('X-7 the queue', () => {
  it('X-7: one of a person runs at a time, five wait at most, and DELETE stops or deletes', async () => {
    const { bot, from, to } = await pastWorld(29);
    // Hours of a month are few: those that wait do so for the one before.
    const request = { bot, from, to, interval: '1h' };
    const started: { error: string | null; backtestId: string }[] = await Promise.all(
      Array.from({ length: 6 }, () => start(request)),
    );
    const ids = started.flatMap(({ backtestId }) => backtestId ?? []);
    const states = async () =>
      ((await world.get('/api/backtests')).body.content as { backtestId: string; state: string }[]).filter(
        ({ backtestId }) => ids.includes(backtestId),
      );
    expect((await states()).filter(({ state }) => state === 'running').length).toBeLessThanOrEqual(1);
    const last = ids.at(-1) ?? '';
    expect((await world.send('DELETE', `/api/backtests/${last}?stopOnly=true`)).body).toEqual({ error: null });
    expect((await world.get(`/api/backtests/${last}`)).body.state).toBe('stopped');
    const error = 'This run has no report, so there are no deals.';
    expect(await world.get(`/api/backtests/${last}/deals.csv`)).toMatchObject({ status: 404, body: { error } });
    expect((await world.send('DELETE', `/api/backtests/${last}`)).status).toBe(200);
    expect((await world.send('DELETE', `/api/backtests/${last}`)).status).toBe(404);
    for (const id of ids.slice(0, -1)) expect((await ended(id)).state).toBe('done');
  });

  it('X-7: Stop only stops: a run that has ended meanwhile keeps its report, and the answer says so', async () => {
    const { backtestId } = await start(await pastWorld());
    const { report } = await ended(backtestId);
    const stop = () => world.send('DELETE', `/api/backtests/${backtestId}?stopOnly=true`);
    const error = 'This run ended before you stopped it. It stays in your list.';
    expect(await stop()).toMatchObject({ status: 409, body: { error } });
    expect((await world.get(`/api/backtests/${backtestId}`)).body).toMatchObject({ state: 'done', report });
    expect((await world.send('DELETE', `/api/backtests/${backtestId}`)).body).toEqual({ error: null });
    expect((await stop()).status).toBe(404);
  });

  it('X-7: one that was under way when the process ended is interrupted, and says so', async () => {
    const { backtestId } = await start(await pastWorld());
    await ended(backtestId);
    await site.database.sql`update backtests set state = 'running', report = null where id = ${backtestId}`;
    const engine = new BacktestEngine(site.deps.backtests);
    await engine.start();
    await engine.stop();
    const { state, error, report } = (await world.get(`/api/backtests/${backtestId}`)).body;
    expect([state, error, report]).toEqual([
      'interrupted',
      'This server was restarted while it ran. Start it again.',
      null,
    ]);
  });
});
