import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { averagingWorld, bookAfter, IN_TIME, ONLY_EXITS } from '../../../../tests/factories/averaging-bot.ts';
import { GRID } from '../../../../tests/factories/bot-settings.ts';
import { paper, put } from '../../../../tests/factories/key-family.ts';
import { PASSWORD } from '../../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';
import { standstill } from '../../bots/index.ts';
import { cancelOpenOrders } from '../../orders/index.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof averagingWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await averagingWorld(site);
});

type Bot = Awaited<ReturnType<typeof world.running>>;
const LEVELS = ['0.48', '0.49', '0.5', '0.51', '0.53', '0.54', '0.55', '0.56'];

/** An averaging bot with its first purchase. */
async function averaging(more: Record<string, unknown> = {}): Promise<Bot> {
  const bot = await world.running({}, more);
  await world.rests(bookAfter(0));
  return bot;
}
/** A grid on the same pair. */
async function grid(): Promise<Bot> {
  const bot = await world.create({ type: 'grid', settings: { ...GRID } });
  const before = await world.book();
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  await until(async () => expect(await world.book()).toHaveLength(before.length + LEVELS.length), IN_TIME);
  return bot;
}
const exitsOfCopy = async () => (await world.book(world.copies[0]?.paperKey)).filter((line) => line.startsWith('SELL'));
/** An entry that rests on another key, where no order can be canceled. */
async function stuckEntry(): Promise<void> {
  const other = await paper(world);
  const { uid } = (await world.post('/api/key', { market: 'binance', name: 'Other', ...other })).body;
  await put(world, '/api/key/replace', { market: 'binance', uid: world.keyUid, replaceUid: uid });
  expect((await world.buy({ price: 0.4 })).body.error).toBeNull();
  await world.control('fault', { kind: 'drop-before', times: 1000, path: 'DELETE /api/v3/order', key: other.key });
}
const remove = () => world.send('DELETE', '/api/user', { json: { password: PASSWORD, cancelOrders: true } });
const isOff = async (): Promise<boolean> => (await world.get('/api/user/trading')).body.off;
const REFUSED = [
  409,
  expect.stringMatching(/^[^:]*canceled\. Other: .* Targets and stops are put back and bots that worked go on/),
];
const lookOf = async (bot: Bot) => {
  const { state, reason } = await bot.detail();
  return { state, reason };
};

describe('S-08, C-21: a deletion that is refused', () => {
  it('leaves deals their take profit and stop, and bots at work', async () => {
    const bots = [await averaging({ copyKeys: true }), await grid()];
    const before = await world.book();
    await until(async () => expect(await exitsOfCopy()).toEqual(ONLY_EXITS), IN_TIME);
    await stuckEntry();
    const { status, body } = await remove();
    expect([status, body.error]).toEqual(REFUSED);
    await world.rests(before);
    await until(async () => expect(await exitsOfCopy()).toEqual(ONLY_EXITS), IN_TIME);
    for (const bot of bots) await bot.shows('running');
    expect(await isOff()).toBe(false);
  });

  it('leaves a bot paused that its owner had paused, its deal with its exits', async () => {
    const bot = await averaging();
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await world.rests(ONLY_EXITS);
    await stuckEntry();
    expect((await remove()).status).toBe(409);
    await world.rests(ONLY_EXITS);
    expect(await lookOf(bot)).toEqual({ state: 'paused', reason: 'Paused by you.' });
    expect(await isOff()).toBe(false);
  });

  it('since the orders of a bot stay, touches no exits of others', async () => {
    const bots = [await averaging(), await grid()];
    const exits = () =>
      site.database.sql<{ id: string }[]>`
        select client_order_id as id from paper.orders
        where api_key = ${world.paperKey} and side = 'SELL' and status = 'NEW' and order_list_id <> -1 order by 1`;
    const before = await exits();
    expect(before).toHaveLength(2);
    const all = await world.book();
    const loseCancels = (times: number) =>
      world.control('fault', { kind: 'drop-before', times, path: 'DELETE /api/v3/order', key: world.paperKey });
    await loseCancels(1000);
    const { status, body } = await remove();
    expect([status, body.error]).toEqual([409, expect.stringContaining('Its orders still rest on the exchange.')]);
    expect(await exits()).toEqual(before);
    await loseCancels(0);
    await world.rests(all);
    for (const bot of bots) await bot.shows('running');
  });

  it('leaves the trading of its person off that was off before, and its bots held', async () => {
    const bot = await averaging();
    await stuckEntry();
    expect((await world.post('/api/user/trading', { off: true, botOrders: true })).status).toBe(200);
    await world.rests(ONLY_EXITS);
    expect((await remove()).status).toBe(409);
    expect(await isOff()).toBe(true);
    expect(await lookOf(bot)).toEqual({ state: 'paused', reason: 'Your trading is off.' });
    expect((await world.post('/api/user/trading', { off: false })).status).toBe(200);
    await world.rests(bookAfter(0));
  });
});

it('S-08, C-21: a deletion cancels the orders of bots and the exits of their deals, where that is asked', async () => {
  await averaging();
  await grid();
  const { paperKey } = world;
  expect((await remove()).body).toEqual({ deleted: true });
  expect(await world.book(paperKey)).toEqual([]);
  const { userId } = world;
  expect(await site.database.sql`select 1 from bot_runs where user_id = ${userId}`).toEqual([]);
});

it('S-08, C-9: what a bot is to sell at its end is sold before its account leaves', async () => {
  const bot = await grid();
  expect(Number(await world.balance('XRP'))).toBeGreaterThan(100);
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  expect((await remove()).body).toEqual({ deleted: true });
  expect(Number(await world.balance('XRP'))).toBeLessThan(0.1);
});

it('S-08, C-12: a server that dies while orders are canceled leaves trading off; switched on, bots and exits are back', async () => {
  const bots = [await averaging(), await grid()];
  const before = await world.book();
  const { orders, bots: deps, trading } = site.deps;
  const { left } = await cancelOpenOrders(orders, world.userId, standstill(deps, trading, world.userId));
  expect([left, await world.book(), await isOff()]).toEqual([[], [], true]);
  expect((await world.post('/api/user/trading', { off: false })).status).toBe(200);
  await world.rests(before);
  for (const bot of bots) await bot.shows('running');
});
