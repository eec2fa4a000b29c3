import { afterAll, beforeAll, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
});
afterAll(() => world.close());

const PATIENCE = { timeout: 90_000, interval: 300 };
const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };
const price = (at: string) => world.exchange.control('price', { symbol: 'XRPUSDT', price: at });

interface Written {
  clientOrderId: string;
  level: number;
  side: string;
  price: string;
  state: string;
}
const written = () => world.database.sql<Written[]>`
  select client_order_id as "clientOrderId", level, side, trim_scale(price)::text as price, state
  from bot_orders order by price`;
const resting = async () =>
  (await written()).filter(({ state }) => state === 'open').map(({ side, price: at }) => `${side} ${at}`);

it('C-13, C-14: killed while it starts, and filled while it is down, a grid places each mirror once, at its own line', async () => {
  await price('0.523');
  const [who] = await world.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await world.start();
  const bot = { name: 'Night grid', type: 'grid', settings: GRID, ...PAIR };
  const made = await until(async () => {
    const { body } = await world.as(who).post('/api/bots', bot);
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  await until(async () => {
    const { body } = await world.as(who).post(`/api/bots/${made}/start`, { warned: true });
    expect(body.error === null || String(body.error).startsWith('A bot runs already')).toBe(true);
  }, PATIENCE);
  // In the middle of its start.
  await until(async () => expect((await written()).length).toBeGreaterThan(3), { timeout: 60_000, interval: 5 });
  await world.crash();
  const state = async () => (await world.as(who).get(`/api/bots/${made}`)).body;
  await until(async () => expect((await state()).state).toBe('running'), PATIENCE);
  const first = ['buy 0.48', 'buy 0.49', 'buy 0.5', 'buy 0.51', 'sell 0.53', 'sell 0.54', 'sell 0.55', 'sell 0.56'];
  expect(await resting()).toEqual(first);

  // Two levels fill while no process listens: each turns at its own line, once.
  const crashed = world.crash();
  await price('0.541');
  await crashed;
  const after = ['buy 0.48', 'buy 0.49', 'buy 0.5', 'buy 0.51', 'buy 0.52', 'buy 0.53', 'sell 0.55', 'sell 0.56'];
  await until(async () => expect(await resting()).toEqual(after), PATIENCE);
  const { runs, result } = await state();
  expect(result.total).toBeCloseTo(result.rounds + result.position, 8);
  const ours = await written();
  expect(new Set(ours.map(({ clientOrderId }) => clientOrderId)).size).toBe(ours.length);
  // A row that was written right before the end may never have reached the exchange; nothing else has.
  const theirs = await world.exchange.database.sql<
    { name: string }[]
  >`select client_order_id as name from paper.orders`;
  const known = new Set(ours.map(({ clientOrderId }) => clientOrderId));
  expect(theirs.filter(({ name }) => !known.has(name))).toEqual([]);
  expect(theirs.length).toBeGreaterThanOrEqual(ours.length - 2);
  // C-4: a new account of the paper exchange has 10,000 XRP; all else is the run's.
  const [key] = await world.database.sql<{ apiKey: string }[]>`select api_key as "apiKey" from keys`;
  const [coins] = await world.exchange.database.sql<{ total: string }[]>`
    select (free + locked)::text as total from paper.balances
    where asset = 'XRP' and api_key = ${key?.apiKey ?? ''}`;
  expect(Number(coins?.total) - 10_000).toBeCloseTo(runs[0].owned.base, 8);

  // C-18: money that is taken while it is down is asked about within a minute of its start, once.
  const goes = world.crash();
  await world.exchange.control('balance', { key: key?.apiKey ?? '', asset: 'USDT', free: '0' });
  await goes;
  await until(async () => expect((await state()).state).toBe('attention'), PATIENCE);
  const { reason, runs: short } = await state();
  expect(reason).toMatch(/^\d+\.\d+ USDT of it are not free on /);
  expect(short[0].missing).toMatchObject({ base: 0, givesUp: [] });
  expect(await resting()).toEqual(after);
  // Killed as its owner decides: it goes on without that money, which leaves its books once.
  const pressed = world
    .as(who)
    .post(`/api/bots/${made}/adopt`, { choice: 'go-on' })
    .catch(() => 'the server went down meanwhile');
  await world.crash();
  await pressed;
  await until(async () => {
    const { state: now } = await state();
    if (now === 'attention') await world.as(who).post(`/api/bots/${made}/adopt`, { choice: 'go-on' });
    expect(now).toBe('running');
  }, PATIENCE);
  const [left] = (await state()).runs;
  expect(left.owned.counter).toBeCloseTo(short[0].owned.counter - short[0].missing.counter, 6);
  expect(await resting()).toEqual(after);
}, 300_000);
