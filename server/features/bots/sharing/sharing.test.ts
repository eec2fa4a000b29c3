import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRID } from '../../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../../tests/factories/bot-world.ts';
import { visitor } from '../../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';

/** Each amount is a number that stands nowhere else. */
const AMOUNT = 173.91;
const STOP = { below: 0.45, loss: 20, at: 4_000_000_000_000, endings: { below: 'keep' } };
const WHERE = { market: 'binance', symbolName: 'xrp_usdt' };

const LEVELS = {
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  counterEarning: true,
  buy: 0.5,
  sell: 0.54,
  invest: AMOUNT,
};
const LINES = { low: 0.48, high: 0.56, steps: 8, spacing: 'amount' };
const MONEY_GRID = { ...GRID, invest: AMOUNT, ownCoins: AMOUNT };
const LIMITS = { coolDown: 300, dealsADay: 10, dailyLoss: 5 };
const DEALS = {
  invest: AMOUNT,
  places: 1,
  amount: AMOUNT,
  reinvest: true,
  entry: 'now',
  valid: 3,
  takeProfit: 3,
  stop: 2,
  trailing: null,
  ...LIMITS,
};
const FLOW = { interval: '1h', factor: 2.5, mean: 48, look: 12, bars: 2, flow: 0.15, sellersClose: true };

const PLANS: Record<string, Record<string, unknown>> = {
  grid: MONEY_GRID,
  'inverse-grid': { ...LINES, coins: AMOUNT },
  'imbalance-grid': { ...MONEY_GRID, lowestWeight: 2 },
  'trend-grid': { ...MONEY_GRID, until: 0.6, shiftEvery: 60, stopFollows: true },
  steps: { coins: AMOUNT, steps: 3, up: 2, back: 2, counterEarning: true, repeat: true },
  levels: { ...LEVELS, order: 'buy-sell', repeat: true },
  'sell-buy-once': { ...LEVELS, order: 'sell-buy', repeat: false },
  'buy-sell-once': { ...LEVELS, order: 'buy-sell', repeat: false },
  range: { ...LEVELS, order: 'buy-sell', repeat: true, lowBorder: 0.45, highBorder: 0.6, wait: 60 },
  averaging: {
    base: AMOUNT,
    addition: AMOUNT,
    additions: 5,
    deviation: 1.5,
    deviationFactor: 1.3,
    amountFactor: 1.4,
    takeProfit: 1.5,
    stop: 5,
    repeat: true,
    ...LIMITS,
  },
  'smart-money': { ...FLOW, ...DEALS },
  'smart-money-turtle': { ...FLOW, invest: AMOUNT, risk: 1, units: 4, reinvest: true, ...LIMITS },
  signal: { ...DEALS },
  basket: {
    assets: [
      { asset: 'BTC', percent: 50, coins: AMOUNT },
      { asset: 'USDT', percent: 50 },
    ],
    invest: AMOUNT,
    threshold: 5,
    every: null,
  },
};
const AMOUNTS = new Set(['invest', 'ownCoins', 'coins', 'amount', 'base', 'addition']);

let site: TestSite;
type World = Awaited<ReturnType<typeof botWorld>>;
let owner: World;
let other: World;
beforeAll(async () => {
  site = await testSite();
  owner = await botWorld(site);
  other = await botWorld(site);
  await owner.price('0.523');
});
afterAll(() => site.close());

const shared = async (botId: string, figures = false): Promise<string> =>
  (await owner.post(`/api/bots/${botId}/link`, { figures })).body.link.token as string;
const open = (token: string, who: Pick<World, 'post'> = other) => who.post('/api/bots/shared', { token });
const draftOf = async (type: string, settings: Record<string, unknown>) =>
  (await owner.create({ type, settings }, { stop: STOP, startAt: 0.47, name: 'My own secret name' })).botId;

describe('C-23 a bot is shared by a link', () => {
  it.each(Object.keys(PLANS))('C-23: %s: its settings travel, and no amount, name, key or owner', async (type) => {
    const settings = PLANS[type] ?? {};
    const symbolName = type === 'basket' ? 'btc_usdt' : 'xrp_usdt';
    const botId = (
      await owner.create({ type, settings }, { stop: STOP, startAt: 0.47, name: 'My own secret name', symbolName })
    ).botId;
    const { status, body, text } = await open(await shared(botId));
    expect(status).toBe(200);
    const { assets, ...plain } = Object.fromEntries(Object.entries(settings).filter(([name]) => !AMOUNTS.has(name)));
    const parts = assets
      ? {
          assets: [
            { asset: 'BTC', percent: 50 },
            { asset: 'USDT', percent: 50 },
          ],
        }
      : {};
    expect(body).toEqual({
      market: 'binance',
      symbolName,
      counterCurrency: 'USDT',
      plan: { type, settings: { ...plain, ...parts } },
      stop: { below: 0.45, loss: 20, endings: { below: 'keep' } },
      startAt: 0.47,
      figures: null,
    });
    const mainUid = (await owner.get(`/api/bots/${botId}`)).body.mainUid as string;
    const [person] = await site.database.sql<{ id: string; name: string }[]>`
      select user_id as id, username as name from users where email = ${owner.email}`;
    for (const secret of [String(AMOUNT), 'My own', mainUid, botId, owner.email, owner.paperKey, person?.id ?? '-'])
      expect(text, secret).not.toContain(secret);
  });

  it('C-23: only the signed-in open it, a link that was taken back opens nothing, and a new one is another', async () => {
    const botId = await draftOf('grid', MONEY_GRID);
    const path = `/api/bots/${botId}/link`;
    expect((await owner.get(path)).body).toEqual({ link: null });
    const token = await shared(botId);
    expect((await owner.get(path)).body.link).toMatchObject({ token, figures: false });
    // A second press is the same link.
    expect(await shared(botId, true)).toBe(token);
    expect((await owner.get(path)).body.link).toMatchObject({ token, figures: true });
    expect((await open(token, visitor(site))).status).toBe(401);
    expect((await owner.send('DELETE', path)).body).toEqual({ link: null });
    expect(await open(token)).toMatchObject({
      status: 404,
      body: { error: expect.stringMatching(/^This link opens/) },
    });
    const again = await shared(botId);
    expect(again).not.toBe(token);
    expect((await open(again)).status).toBe(200);
    await owner.send('DELETE', `/api/bots/${botId}`);
    expect((await open(again)).status).toBe(404);
    expect((await open('nothing')).status).toBe(400);
    const [left] = await site.database.sql`select 1 from bot_links where bot_id = ${botId}`;
    expect(left).toBeUndefined();
  });

  it('C-19, C-23: counts accounts that started a bot from it, each once, and not its owner', async () => {
    const botId = await draftOf('grid', GRID);
    const token = await shared(botId);
    const copied = async () => (await owner.get(`/api/bots/${botId}`)).body.peopleCopied as number;
    const begin = async (who: World, link?: string): Promise<string> => {
      const bot = await who.create({ type: 'grid', settings: { ...GRID, invest: 100 } }, link ? { link } : {});
      expect((await bot.call('start', { warned: true })).body.error).toBeNull();
      await bot.shows('running');
      await bot.call('stop', { coins: 'keep' });
      await bot.shows('stopped');
      return bot.botId;
    };
    // A draft is not begun yet, and one of the owner's own is no copy.
    await other.create({ type: 'grid', settings: GRID }, { link: token });
    await begin(owner, token);
    expect(await copied()).toBe(0);
    const first = await begin(other, token);
    expect(await copied()).toBe(1);
    await begin(other, token);
    await other.send('DELETE', `/api/bots/${first}`);
    expect(await copied()).toBe(1);
    // Who began is told to no one: neither in the answers nor in what the owner takes along.
    const [row] = await site.database.sql<
      { id: string }[]
    >`select user_id as id from users where email = ${other.email}`;
    const all = (await owner.get('/api/user/export?format=json')).text + (await owner.get(`/api/bots/${botId}`)).text;
    for (const secret of [row?.id ?? '-', token]) expect(all).not.toContain(secret);
  });

  it('C-23: figures travel only where they are ticked, and are what the exchange did', async () => {
    const bot = await owner.create({ type: 'grid', settings: GRID });
    const token = await shared(bot.botId, true);
    expect((await open(token)).body.figures).toBeNull();
    await bot.call('start');
    await bot.shows('running');
    await owner.price('0.49');
    await bot.shows('running', ({ levels }) => expect(levels.filter(({ side }) => side === 'sell')).toHaveLength(7));
    const { body } = await open(token);
    const { pnlPercent } = await bot.detail();
    expect(body.figures).toEqual({
      total: pnlPercent,
      drawdown: expect.any(Number),
      interval: '1m',
      since: expect.any(Number),
      until: null,
    });
    // Its last trade at 0.49 is the lowest of its own prices, and the fall until then is all of its loss.
    expect(body.figures.drawdown).toBeGreaterThanOrEqual(-(pnlPercent ?? 0));
    expect(body.figures.drawdown).toBeGreaterThan(2);
    expect(body.figures.drawdown).toBeLessThan(5);
    await shared(bot.botId, false);
    expect((await open(token)).body.figures).toBeNull();
    await bot.call('stop', { coins: 'keep' });
    await bot.shows('stopped');
  });

  it('C-23: opens twenty a minute for a person', async () => {
    const who = await botWorld(site);
    const asked = await Promise.all(Array.from({ length: 22 }, () => open('no-such-link-anywhere', who)));
    const counted = Map.groupBy(asked, ({ status }) => status);
    expect([counted.get(404)?.length, counted.get(429)?.length]).toEqual([20, 2]);
  });

  it('C-23: a link that is none any more keeps no one from saving a bot of these settings', async () => {
    const { body } = await other.post('/api/bots', {
      ...WHERE,
      type: 'grid',
      settings: GRID,
      name: 'Mine',
      link: 'no-such-link-anywhere',
    });
    expect(body.error).toBeNull();
  });
});
