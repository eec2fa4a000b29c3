import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, MINUTE } from '#contracts/rules/time.ts';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { copiers } from '../../../tests/factories/copiers.ts';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { PASSWORD, trader } from '../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const MASTER_KEY = randomBytes(32).toString('base64');
const { clock, pass } = shiftedClock();
let site: TestSite;
let control: ReturnType<typeof paperControl>;
beforeAll(async () => {
  site = await testSite({ MASTER_KEY }, clock);
  control = paperControl(site);
});
beforeEach(async () => {
  await control('reset', {});
  await price('0.52');
});
afterAll(() => site.close());

const PATH = '/api/user/loss-limits';
const SLOWLY = { interval: 250 };
const REACHED = 'Your loss limit is reached: no new entries until 00:00 UTC. Targets, stops and closes go on.';

async function price(at: string, of = site): Promise<void> {
  await control('price', { symbol: 'XRPUSDT', price: at });
  await until(() =>
    expect(of.deps.markets.lastPrice('binance', 'XRPUSDT')?.price.toFixed()).toBe(Number(at).toString()),
  );
}
type Who = Pick<Awaited<ReturnType<typeof copiers>>, 'send' | 'get' | 'post'>;
const day = (most: number, more: object = {}) => ({ kind: 'day-usdt', most, closesAll: false, ...more });
const set = (who: Who, limit: object | null, keyUid: string | null = null) =>
  who.send('PUT', PATH, { json: { keyUid, limit } });
const state = async (who: Who) => (await who.get(PATH)).body;
const untilReached = (who: Who) =>
  until(async () => expect((await state(who)).limits).toMatchObject([{ reachedAt: expect.any(Number) }]), SLOWLY);
const untilEntries = (who: Who, entries: unknown) =>
  until(async () => expect((await who.get('/api/user/trading')).body.entries).toEqual(entries), SLOWLY);

/** A filled block with its targets, one that waits, and a copy of each. */
async function holder() {
  const who = await copiers(site, { main: '1000', copies: ['1000'] });
  const { blockId } = (await who.buy({ price: 0.52, takeProfitPrice: 0.6, stopLossPrice: 0.4 })).body.orderBlock;
  await who.buy({ price: 0.3, counterQuantity: 30 });
  await until(async () => expect((await who.resting()).map((orders) => orders.length)).toEqual([3, 3]));
  return { ...who, blockId: blockId as string };
}

it('EX-12 a loss of the day shuts entries on every key; what is open stays and can be changed, its owner is told once', async () => {
  const who = await holder();
  const before = (await set(who, day(8))).body;
  expect(before.limits).toMatchObject([{ kind: 'day-usdt', most: 8, allowed: 8, reachedAt: null, endsAt: null }]);
  expect(before.results.map(({ connectorName }: { connectorName: string }) => connectorName)).toEqual([
    null,
    'Paper',
    'Copy 1',
  ]);
  await price('0.5');
  // Two parts of 192.3 lose 0.02 each, and fees: the limit is about both.
  await untilReached(who);
  await untilEntries(who, REACHED);
  const refused = await who.buy({ price: 0.45 });
  expect([refused.status, refused.body.error]).toEqual([200, REACHED]);
  const { blockId } = who;
  expect(
    (await who.block('PUT', 'third', { blockId, takeProfitPrice: 0.61, stopLossPrice: 0.4 })).body.errorMessage,
  ).toBeNull();
  await until(async () => expect((await who.resting()).map((orders) => orders.length)).toEqual([3, 3]));
  const [told] = await site.database.sql<{ told: number }[]>`
    select count(*)::int as told from audit_events where user_id = ${who.userId} and kind = 'loss-limit-reached'`;
  expect(told).toEqual({ told: 1 });
  expect((await who.block('PUT', 'fourth/close', { blockId })).body.error).toBeNull();
});

it('EX-12 everything is closed at market on every key, also what the exchange was down for, what waits is canceled, and a new day takes entries again', async () => {
  const who = await holder();
  await set(who, day(8, { closesAll: true }));
  await price('0.5');
  await control('fault', { kind: 'down', times: 100_000 });
  await untilReached(who);
  await control('reset', {});
  await control('price', { symbol: 'XRPUSDT', price: '0.5' });
  await until(async () => expect(await who.resting()).toEqual([[], []]), SLOWLY);
  await until(
    async () =>
      expect(
        await site.database.sql`select id from positions where user_id = ${who.userId} and ended_at is null`,
      ).toEqual([]),
    SLOWLY,
  );
  const sold = await site.database.sql<{ sold: string }[]>`
    select trim_scale(sum(executed_qty))::text as sold from paper.orders
    where side = 'SELL' and status = 'FILLED' and api_key in (${who.paperKey}, ${who.copies[0]?.paperKey ?? ''})`;
  expect(sold).toEqual([{ sold: '384.2' }]);
  await untilEntries(who, REACHED);
  // Its session ends as well.
  pass(DAY);
  await until(() => expect(site.deps.trading.gate.entryRefusal(who.userId, who.keyUid)).toBeNull());
  expect((await site.deps.lossLimits.state(who.userId)).limits).toMatchObject([{ reachedAt: null }]);
});

it('EX-12 of one key: its copies are left out, the main key trades on', async () => {
  const who = await holder();
  const uid = who.copies[0]?.uid ?? '';
  await set(who, day(3), uid);
  await price('0.5');
  await untilReached(who);
  await untilEntries(who, expect.stringMatching(/^The loss limit of one of your keys is reached/));
  const { error, orderBlock } = (await who.buy({ price: 0.45, counterQuantity: 30 })).body;
  expect(error).toBeNull();
  await until(async () => {
    const [, copy] = await who.rows('buy', orderBlock.blockId);
    expect(copy).toMatchObject({
      status: 'skipped',
      statusReason: expect.stringMatching(/^The loss limit of this key is reached/),
    });
  }, SLOWLY);
});

it('EX-12 bots are paused, their orders taken down, and cannot be resumed or started while it is reached', async () => {
  const world = await botWorld(site);
  await world.price('0.52');
  const bot = await world.create({ type: 'grid', settings: GRID });
  expect((await bot.call('start', { warned: true })).body.error).toBeNull();
  await bot.shows('running', (run) => expect(run.levels.some(({ resting }) => resting)).toBe(true));
  await set(world, day(5));
  await world.price('0.4');
  await untilReached(world);
  await bot.shows('paused', (run) => expect(run.levels.every(({ resting }) => !resting)).toBe(true));
  expect(await bot.detail()).toMatchObject({ reason: 'The loss limit is reached.' });
  expect((await bot.call('resume')).body.error).toMatch(/^The loss limit|^Your loss limit/);
  const other = await world.create({ type: 'grid', settings: { ...GRID, low: 0.3, high: 0.5 } });
  expect((await other.call('start', { warned: true })).body.error).toMatch(/^Your loss limit is reached/);
});

it('EX-12 a tighter limit needs no proof, a looser or none does; one that is reached already is refused', async () => {
  const who = await holder();
  await set(who, day(100));
  pass(6 * MINUTE);
  expect((await set(who, day(90, { closesAll: true }))).status).toBe(200);
  for (const limit of [day(90), day(91, { closesAll: true }), { ...day(5), kind: 'day-percent' }, null])
    expect((await set(who, limit)).body).toMatchObject({ confirm: true });
  await who.post('/api/user/confirm', { password: PASSWORD });
  expect((await set(who, { kind: 'day-percent', most: 101, closesAll: false })).body.error).toBe(
    'A limit in percent is above 0 and at most 100.',
  );
  await price('0.5');
  expect((await set(who, day(5))).body.error).toMatch(
    /^8\.\d\d USDT are lost already: this limit would be reached at once/,
  );
  expect((await set(who, null)).body.limits).toEqual([]);
  expect((await set(who, day(5), '00000000-0000-4000-8000-000000000000')).status).toBe(404);
});

it('EX-12 one that is reached shuts entries from the first moment after a restart', async () => {
  const before = await testSite({ MASTER_KEY }, clock);
  const who = await trader(before);
  await set(who, day(8));
  const [{ userId } = { userId: '' }] = await before.database.sql<{ userId: string }[]>`
    update loss_limits set reached_at = ${clock()} returning user_id as "userId"`;
  await before.deps.close();
  const after = await testSite({ MASTER_KEY, DATABASE_URL: before.database.url }, clock);
  expect(after.deps.trading.gate.entryRefusal(userId, who.keyUid)).toBe(REACHED);
  await after.close();
  await before.close();
});
