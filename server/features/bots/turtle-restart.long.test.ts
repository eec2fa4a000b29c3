import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '#contracts/rules/time.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { TURTLE } from '../../../tests/factories/smart-money-bot.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
}, 60_000);
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
  const [who] = await world.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await world.start();
  const [key] = await world.database.sql<{ apiKey: string }[]>`select api_key as "apiKey" from keys`;
  const apiKey = key?.apiKey ?? '';
  await world.exchange.control('balance', { key: apiKey, asset: 'XRP', free: '0' });
  const book = async (): Promise<string[]> => {
    const rows = await world.exchange.database.sql<{ line: string }[]>`
      select side || ' ' || trim_scale(quantity - executed_qty)::text || ' ' ||
        trim_scale(coalesce(nullif(price, 0), stop_price))::text as line
      from paper.orders where api_key = ${apiKey} and status in ('NEW', 'PARTIALLY_FILLED')
      order by coalesce(nullif(price, 0), stop_price)`;
    return rows.map(({ line }) => line);
  };
  const rests = (expected: string[]) => until(async () => expect(await book()).toEqual(expected), PATIENCE);
  const settings = { ...TURTLE, interval: '1d' };
  const bot = { name: 'Turtle', type: 'smart-money-turtle', settings, market: 'binance', symbolName: 'xrp_usdt' };
  const made = await until(async () => {
    const { body } = await world.as(who).post('/api/bots', bot);
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  await until(async () => {
    const { body } = await world.as(who).post(`/api/bots/${made}/start`, {});
    expect(body.error === null || String(body.error).startsWith('A bot runs already')).toBe(true);
  }, PATIENCE);
  const detail = async () => (await world.as(who).get(`/api/bots/${made}`)).body;
  await until(async () => expect((await detail()).state).toBe('running'), PATIENCE);

  // What the close of a bar writes down. It has seen the bars before there is a deal.
  await world.database.sql`update bot_runs set bars = ${bars('0.5264')}::text::jsonb, due_at = ${Date.now()}`;
  await until(async () => expect((await detail()).now).toMatch(/^Its filter is on/), PATIENCE);
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

  const bought = await world.exchange.database.sql<{ from: string; to: string; status: string }[]>`
    select time::text as from, update_time::text as to, status from paper.orders
    where api_key = ${apiKey} and side = 'BUY' order by order_id`;
  expect(bought.map(({ status }) => status)).toEqual(['CANCELED', 'FILLED', 'FILLED', 'NEW']);
  for (const [index, { to }] of bought.slice(0, -1).entries())
    expect(Number(bought[index + 1]?.from)).toBeGreaterThanOrEqual(Number(to));
  const { runs } = await detail();
  const total = async (asset: string): Promise<number> => {
    const [row] = await world.exchange.database.sql<{ total: string }[]>`
      select (free + locked)::text as total from paper.balances where asset = ${asset} and api_key = ${apiKey}`;
    return Number(row?.total);
  };
  expect(runs[0].owned.base).toBeCloseTo(94.7052, 8);
  expect(await total('XRP')).toBeCloseTo(runs[0].owned.base, 8);
  expect(await total('USDT')).toBeCloseTo(900 + runs[0].owned.counter, 8);
}, 400_000);
