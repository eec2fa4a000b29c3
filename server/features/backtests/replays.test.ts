import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { BY_HOOK, FLOW, GRID, LADDER } from '../../../tests/factories/bot-settings.ts';
import { hookWorld } from '../../../tests/factories/hook-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { REPLAY, runReplays } from '../bots/index.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
let ahead = 0;
beforeAll(async () => {
  site = await testSite({}, () => Date.now() + ahead);
  world = await botWorld(site);
  await world.price('0.523');
});
afterAll(() => site.close());

/** Of the site and of the paper exchange alike. */
async function wait(ms: number): Promise<void> {
  ahead += ms;
  await world.control('clock', { skewMs: ahead });
}

/** What its run has besides its books. */
interface Replayed {
  trust: { sentence: string; here: object; replay: object; difference: number; why: object[] } | null;
  twin: {
    replay: { sentence: string; here: { rounds: number }; replay: { rounds: number }; why: object[] } | null;
  } | null;
}
const replayed = async (botId: string, { get }: Pick<typeof world, 'get'> = world) =>
  (await get(`/api/bots/${botId}`)).body as { trust: string | null; runs: Replayed[] };

/** As the minute's turn does it. */
const lookAgain = (): void => site.deps.backtests.bus.publish(REPLAY, null);

/** A grid that turned at a line above and back, each price in a minute of its own. */
async function traded() {
  const bot = await world.create({ type: 'grid', settings: GRID });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  for (const [price, side] of [
    ['0.531', 'buy'],
    ['0.519', 'sell'],
    ['0.531', 'buy'],
  ] as const) {
    await wait(2 * MINUTE);
    await world.price(price);
    await bot.shows('running', ({ levels }) => expect(levels[4]).toMatchObject({ side, resting: true }));
  }
  return bot;
}

it('X-11, X-12: a bot’s own time is run again, by one press as its twin and each day by itself', async () => {
  const bot = await traded();
  const [before] = (await replayed(bot.botId)).runs;
  expect([before?.trust, before?.twin]).toEqual([null, null]);
  expect((await bot.call('twin')).body).toEqual({ error: null });
  expect((await replayed(bot.botId)).runs[0]?.twin).toEqual({ replay: null });
  await wait(6 * MINUTE);
  await until(
    async () => {
      lookAgain();
      expect((await replayed(bot.botId)).runs[0]?.twin?.replay?.here).toMatchObject({ rounds: 1 });
    },
    { interval: 500 },
  );
  const [{ twin } = { twin: null }] = (await replayed(bot.botId)).runs;
  expect(twin?.replay?.replay.rounds).toBe(1);
  expect(twin?.replay?.sentence).toMatch(
    /^Rounds 1 here, 1 in the replay\. Result [+−]\d+\.\d+, replay [+−]\d+\.\d+\. Difference 0\.[01]\d% of what was given\.$/,
  );
  expect((await world.send('DELETE', `/api/bots/${bot.botId}/twin`)).body).toEqual({ error: null });
  expect((await replayed(bot.botId)).runs[0]?.twin).toBeNull();

  // It is a day old.
  await site.database.sql`update bot_runs set created_at = created_at - ${DAY}`;
  const { runs } = await until(
    async () => {
      lookAgain();
      const body = await replayed(bot.botId);
      expect(body.trust).toMatch(/^Replay of its own time: \d+\.\d\d% apart\.$/);
      return body;
    },
    { interval: 500 },
  );
  expect(runs[0]?.trust?.sentence).toMatch(/^Rounds 1 here, 1 in the replay\. /);
  // Once a day: what was made stays as it is until then.
  const due = () => runReplays(site.deps.backtests.db).trustDue(Date.now() + ahead);
  expect(await due()).toEqual([]);
  ahead += DAY + MINUTE;
  expect(await due()).toHaveLength(1);
});

it('X-11, X-12: so is that of an averaging bot, deal by deal', async () => {
  // Days have passed: another person's.
  world = await botWorld(site);
  await world.price('0.523');
  const bot = await world.create({ type: 'averaging', settings: { ...LADDER, additions: 1 } });
  expect((await bot.call('start')).body.error).toBeNull();
  // Its take profit, its stop and its addition rest.
  await until(async () => expect(await world.book()).toHaveLength(3));
  await wait(2 * MINUTE);
  await world.price('0.54');
  await bot.shows('stopped');
  await wait(4 * MINUTE);
  expect((await bot.call('twin')).body).toEqual({ error: null });
  const { twin } = await until(
    async () => {
      lookAgain();
      const [run] = (await replayed(bot.botId)).runs;
      expect(run?.twin?.replay?.here).toMatchObject({ rounds: 1 });
      return run ?? { twin: null };
    },
    { interval: 500 },
  );
  // The replay pays half of the spread and the usual slippage at its start.
  expect(twin?.replay?.sentence).toMatch(
    /^Deals 1 here, 1 in the replay\. Result \+0\.\d+, replay \+0\.\d+\. Difference 0\.0\d% of what was given\.$/,
  );
});

it('X-12: an averaging bot whose first order was refused differs from its replay by that', async () => {
  world = await botWorld(site);
  await world.price('0.523');
  const settings = { ...LADDER, base: 100, additions: 0, takeProfit: 10, coolDown: DAY / 1000 };
  const bot = await world.create({ type: 'averaging', settings });
  await world.control('fault', {
    kind: 'reject',
    code: -2010,
    times: 1,
    path: 'POST /api/v3/order',
    key: world.paperKey,
  });
  expect((await bot.call('start')).body.error).toBeNull();
  await until(async () => {
    const deals = await site.database.sql`
      select 1 from bot_deals d join bot_runs r on r.id = d.run_id where r.bot_id = ${bot.botId} and d.ended_at is not null`;
    expect(deals).toHaveLength(1);
  });
  await wait(2 * MINUTE);
  await world.price('0.6');
  await wait(4 * MINUTE);
  expect((await bot.call('twin')).body).toEqual({ error: null });
  const replay = await until(
    async () => {
      lookAgain();
      const [run] = (await replayed(bot.botId)).runs;
      expect(run?.twin?.replay).toMatchObject({ here: { rounds: 0 }, replay: { rounds: 1 } });
      return run?.twin?.replay;
    },
    { interval: 500 },
  );
  expect(replay?.why).toMatchObject([{ kind: 'refused', text: 'Orders that were refused' }]);
});

it('X-11, X-12, PB-8: so is that of a bot that goes by bars, from its first look on', async () => {
  world = await botWorld(site);
  await world.price('0.523');
  const bot = await world.create({ type: 'smart-money', settings: { ...FLOW, interval: '5m' } });
  expect((await bot.call('start')).body.error).toBeNull();
  await until(async () => {
    const [run] = await site.database.sql`
      select begun_at from bot_runs where bot_id = ${bot.botId} and begun_at is not null and bars is not null`;
    expect(run).toBeDefined();
  });
  await wait(6 * MINUTE);
  expect((await bot.call('twin')).body).toEqual({ error: null });
  const { twin } = await until(
    async () => {
      lookAgain();
      const [run] = (await replayed(bot.botId)).runs;
      expect(run?.twin?.replay).toBeTruthy();
      return run ?? { twin: null };
    },
    { interval: 500 },
  );
  expect(twin?.replay?.sentence).toMatch(/^Deals 0 here, 0 in the replay\./);
});

it('X-11, X-12, PB-12: so is that of a signal bot, with its signals as they came', async () => {
  const who = await hookWorld(site, () => Date.now() + ahead);
  const made = { name: 'By hook', type: 'signal', settings: BY_HOOK, market: 'binance', symbolName: 'xrp_usdt' };
  const botId = (await who.post('/api/bots', made)).body.bot.botId as string;
  expect((await who.post(`/api/bots/${botId}/start`, {})).body.error).toBeNull();
  const detail = async () => (await who.get(`/api/bots/${botId}`)).body;
  const says = (now: string | RegExp) =>
    until(async () => expect((await detail()).now).toMatch(now), { interval: 250 });
  await says('Waits for a signal of its hook.');
  const hook = await who.create({ actions: ['open', 'close'], signalBot: botId });
  await hook.live();
  await wait(2 * MINUTE);
  await hook.native({ action: 'open', id: 'one' });
  await says(/^Deal 1 holds /);
  await wait(2 * MINUTE);
  await who.price('0.54');
  await wait(2 * MINUTE);
  await hook.native({ action: 'close', id: 'two' });
  await says('Waits for a signal of its hook.');
  await wait(3 * MINUTE);
  expect((await who.post(`/api/bots/${botId}/twin`, {})).body).toEqual({ error: null });
  const twin = () =>
    until(
      async () => {
        lookAgain();
        const [run] = (await replayed(botId, who)).runs;
        expect(run?.twin?.replay?.here).toMatchObject({ rounds: 1 });
        return run?.twin?.replay;
      },
      { interval: 500 },
    );
  expect((await twin())?.sentence).toMatch(
    /^Deals 1 here, 1 in the replay\. Result \+\d\.\d+, replay \+\d\.\d+\. Difference 0\.[01]\d% of what was given\.$/,
  );
});

describe('X-11, X-12, B-1 a basket', () => {
  const HALVES = [
    { asset: 'BTC', percent: 50 },
    { asset: 'BNB', percent: 50 },
  ];
  const prices = async (of: Record<string, string>): Promise<void> => {
    for (const [base, price] of Object.entries(of)) await world.control('price', { symbol: `${base}USDT`, price });
    await until(() => {
      for (const [base, price] of Object.entries(of))
        expect(site.deps.markets.lastPrice('binance', `${base}USDT`)?.price.toNumber()).toBe(Number(price));
    });
  };
  const isTold = (botId: string, rebalancings: number) =>
    until(
      async () => {
        lookAgain();
        const [run] = (await replayed(botId)).runs;
        expect(run?.twin?.replay?.here).toMatchObject({ rounds: rebalancings });
        return run?.twin?.replay?.sentence;
      },
      { interval: 500 },
    );

  it('X-11, X-12, B-1: its own time is run again, from its own first prices, rebalancing by rebalancing', async () => {
    world = await botWorld(site);
    await world.control('balance', { key: world.paperKey, asset: 'BNB', free: '0' });
    await prices({ BTC: '100000', BNB: '1000' });
    const settings = { assets: HALVES, invest: 900, threshold: 5, every: null };
    const bot = await world.create({ type: 'basket', settings });
    expect((await bot.call('start')).body.error).toBeNull();
    await bot.shows('running', ({ owned }) => expect(owned.counter).toBeLessThan(10));
    // Both pairs trade in each of these minutes.
    for (const [minutes, bnb] of [
      [2, '1000'],
      [12, '1300'],
      [2, '1300'],
    ] as const) {
      await wait(minutes * MINUTE);
      await prices({ BTC: '100000', BNB: bnb });
    }
    const turns = () => site.database.sql`
      select 1 from bot_rebalancings b join bot_runs r on r.id = b.run_id where r.bot_id = ${bot.botId} and done_at is not null`;
    await until(async () => expect(await turns()).toHaveLength(2));
    await wait(2 * MINUTE);
    expect((await bot.call('twin')).body).toEqual({ error: null });
    // The replay pays the usual slippage.
    expect(await isTold(bot.botId, 2)).toMatch(
      /^Rebalancings 2 here, 2 in the replay\. Result \+1\d\d\.\d+, replay \+1\d\d\.\d+\. Difference 0\.[01]\d% of what was given\.$/,
    );
  });
});
