import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '#contracts/rules/time.ts';
import { killableBot } from '../../../tests/factories/killable-bot.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { TURTLE } from '../../../tests/factories/bot-settings.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
});
afterAll(() => world.close());

const PATIENCE = { timeout: 90_000, interval: 300 };
const AT_ONCE = { timeout: 60_000, interval: 2 };
const price = (at: string) => world.exchange.control('price', { symbol: 'XRPUSDT', price: at });

/** What its last bar says of a breakout from there. */
const bars = (trigger: string) => {
  const end = Date.now() - (Date.now() % DAY);
  const turtle = { signalAt: end, breakout: { trigger, range: '0.0028365003' }, exit: null };
  return JSON.stringify({ until: end, missing: 0, standOut: 1, flow: 0.4, turtle });
};

it('C-13, PB-9: killed while its order is placed, moved and filled, and while a unit is joined: one order at a time, each once', async () => {
  await price('0.524');
  const settings = { ...TURTLE, interval: '1d' };
  const bot = await killableBot(world, { name: 'Turtle', type: 'smart-money-turtle', settings }, { XRP: '0' });
  const { book, rests, says, detail } = bot;
  await until(async () => expect((await detail()).state).toBe('running'), PATIENCE);

  // What the close of a bar writes down. It has seen the bars before there is a deal.
  await world.database.sql`update bot_runs set bars = ${bars('0.5264')}::text::jsonb, due_at = ${Date.now()}`;
  await says(/^Its filter is on/);
  await until(async () => {
    const [run] = await world.database.sql<{ due: string }[]>`select due_at::text as due from bot_runs`;
    expect(Number(run?.due)).toBeGreaterThan(Date.now() + 60_000);
  }, PATIENCE);
  await world.database.sql`
    insert into bot_deals (user_id, run_id, number, market_price, opened_at, price, quantity)
    select user_id, id, 1, 0.524, ${Date.now()}, 0.529, 47.4 from bot_runs`;
  await world.database.sql`update bot_runs set due_at = ${Date.now()}`;
  const attempts = (takenDown: boolean) => world.database.sql`
    select block_id from bot_deal_blocks where leg = 'base' and taken_down = ${takenDown}`;
  await until(async () => expect(await attempts(false)).toHaveLength(1), AT_ONCE);
  await world.crash();
  await rests(['BUY 47.4 0.529']);
  // It moves, and the server is killed as it begins to.
  await world.database.sql`update bot_runs set bars = ${bars('0.527')}::text::jsonb, due_at = ${Date.now()}`;
  await until(async () => expect(await attempts(true)).toHaveLength(1), AT_ONCE);
  await world.crash();
  await rests(['BUY 47.4 0.5296']);
  // It fills while no server runs.
  await world.crash(async () => void (await price('0.527')));
  await rests(['SELL 47.3 0.5213', 'BUY 47.4 0.5311']);
  // The next unit fills, and the server is killed as that is joined.
  await price('0.5285');
  await until(async () => expect(await book()).not.toContain('SELL 47.3 0.5213'), AT_ONCE);
  await world.crash();
  await rests(['SELL 94.7 0.5228', 'BUY 47.4 0.5325']);

  const bought = (await bot.orders()).filter(({ line }) => line.startsWith('BUY'));
  expect(bought.map(({ status }) => status)).toEqual(['CANCELED', 'FILLED', 'FILLED', 'NEW']);
  for (const [index, { to }] of bought.slice(0, -1).entries())
    expect(Number(bought[index + 1]?.from)).toBeGreaterThanOrEqual(Number(to));
  const { runs } = await detail();
  expect(runs[0].owned.base).toBeCloseTo(94.7052, 8);
  expect(await bot.coins()).toBeCloseTo(runs[0].owned.base, 8);
  expect(await bot.coins('USDT')).toBeCloseTo(900 + runs[0].owned.counter, 8);
}, 400_000);
