import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GRID, LADDER } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const PATH = '/api/bots/stop-all';
const SLOWLY = { timeout: 60_000, interval: 300 };
let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite();
});
beforeEach(async () => {
  world = await botWorld(site, { main: '2000', copies: ['320'] });
  await world.control('reset', {});
  await world.control('balance', { key: world.paperKey, asset: 'SEI', free: '800' });
  await world.control('price', { symbol: 'SEIUSDT', price: '0.523' });
  await until(() => expect(site.deps.markets.lastPrice('binance', 'SEIUSDT')?.price.toNumber()).toBe(0.523));
  await world.price('0.523');
});
afterAll(() => site.close());

interface Ending {
  botId: string;
  endings: {
    keep: { base: number; counter: number };
    sell: { quantity: number; counter: number };
    buyBack: { base: number; left: number } | null;
  } | null;
}
const endings = async (): Promise<Ending[]> => (await world.get(PATH)).body.content as Ending[];
const stop = async (bots: { botId: string; coins: string }[]) =>
  (await world.post(PATH, { bots })).body.errors as (string | null)[];

async function started(plan: Parameters<typeof world.create>[0], more: Record<string, unknown> = {}) {
  const bot = await world.create(plan, more);
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  return bot;
}
const stopped = (bot: Awaited<ReturnType<typeof started>>) =>
  until(async () => {
    const { state, runs } = await bot.detail();
    expect([state, ...runs.map((run) => run.state)]).toEqual(['stopped', ...runs.map(() => 'stopped')]);
  }, SLOWLY);

it('U-1, C-9 one call stops the bots that were confirmed, each with its ending, and says which it could not and why', async () => {
  const grid = await started({ type: 'grid', settings: GRID }, { copyKeys: true });
  const { low, high, steps, spacing } = GRID;
  const coins = { low, high, steps, spacing, coins: 800 };
  const inverse = await started({ type: 'inverse-grid', settings: coins }, { symbolName: 'sei_usdt' });
  const ladder = await started({ type: 'averaging', settings: LADDER });
  const draft = await world.create({ type: 'grid', settings: GRID });
  await until(async () => {
    const all = await endings();
    expect(all.map(({ botId }) => botId).toSorted()).toEqual(
      [grid, inverse, ladder].map((bot) => bot.botId).toSorted(),
    );
    const of = (bot: { botId: string }) => all.find(({ botId }) => botId === bot.botId)?.endings;
    expect([of(grid)?.buyBack, of(ladder)?.buyBack, of(inverse)?.buyBack?.base]).toEqual([
      null,
      null,
      expect.closeTo(797.2024, 4),
    ]);
    // Of both keys: what its runs own is what would be kept.
    const { runs } = await grid.detail();
    expect(runs).toHaveLength(2);
    for (const part of ['base', 'counter'] as const)
      expect(of(grid)?.keep[part]).toBeCloseTo(
        runs.reduce((sum, run) => sum + run.owned[part], 0),
        6,
      );
    // Sold at 0.523, less its fee and what is less than a step.
    const { keep, sell } = of(grid) ?? { keep: { base: 0, counter: 0 }, sell: { counter: 0 } };
    expect(sell.counter).toBeCloseTo(keep.counter + keep.base * 0.523 * 0.999, 0);
  }, SLOWLY);

  const said = (await endings()).find(({ botId }) => botId === inverse.botId)?.endings?.buyBack;
  const none = '00000000-0000-4000-8000-000000000000';
  const errors = await stop([
    { botId: draft.botId, coins: 'keep' },
    { botId: none, coins: 'keep' },
    { botId: grid.botId, coins: 'buy-back' },
    { botId: inverse.botId, coins: 'buy-back' },
  ]);
  expect(errors).toEqual([
    'This bot is a draft: there is nothing to stop.',
    'There is no such bot.',
    expect.stringMatching(/^Only a bot that earns the coin can buy back\./),
    null,
  ]);
  await stopped(inverse);
  // The market is bought at its price, though the order's limit is above it.
  const [owned] = (await inverse.detail()).runs.map((run) => run.owned);
  expect([owned?.base, owned?.counter]).toEqual([
    expect.closeTo(said?.base ?? 0, 4),
    expect.closeTo(said?.left ?? 0, 4),
  ]);
  // What was not named goes on, and so does what was refused.
  expect([(await ladder.detail()).state, (await grid.detail()).state]).toEqual(['running', 'running']);
  expect(Number(await world.balance('SEI'))).toBeGreaterThan(790);

  const rest = [
    { botId: grid.botId, coins: 'sell' },
    { botId: ladder.botId, coins: 'keep' },
  ];
  expect(await stop(rest)).toEqual([null, null]);
  // A second press is the first one.
  expect(await stop(rest.slice(0, 1))).toEqual([null]);
  await stopped(grid);
  await stopped(ladder);
  expect(await world.book()).toEqual([]);
  expect(await endings()).toEqual([]);
  // The grid's coins are sold, the ladder's are left.
  const left = Number(await world.balance('XRP'));
  expect(left).toBeGreaterThan(38.1);
  expect(left).toBeLessThan(38.3);
});

it('C-9 a run that still waits keeps none of the others from stopping', async () => {
  const grid = await started({ type: 'grid', settings: GRID }, { copyKeys: true });
  await site.database.sql`update bots set start_at = 0.1 where id = ${grid.botId}`;
  await site.database.sql`
    update bot_runs set state = 'waiting' where bot_id = ${grid.botId} and key_id <> ${world.keyUid}`;
  expect((await grid.call('stop', { coins: 'keep' })).body.error).toBeNull();
  await stopped(grid);
  expect(await world.book()).toEqual([]);
});
