import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof botWorld>>;
beforeAll(async () => {
  site = await testSite();
  world = await botWorld(site, { main: '1000', copies: ['320', '320', '30'] });
  await world.control('reset', {});
  await world.price('0.523');
  const [, second] = world.copies;
  const sized = { mainUid: world.keyUid, updateUid: second?.uid, multiplier: 2, ceiling: null, fixed: null };
  expect((await world.send('PUT', '/api/key/group/copy', { json: sized })).body.error).toBeNull();
});
afterAll(() => site.close());

const settled = { timeout: 60_000, interval: 300 };
const bookOf = async (paperKey: string): Promise<number> =>
  (await site.database.sql`select 1 from paper.orders where api_key = ${paperKey} and status = 'NEW'`).length;

it('C-3 bot-on-copy-keys: the receipt names each key, each that has enough gets a run of its own, and all stop with the bot', async () => {
  const plan = { type: 'grid', settings: { ...GRID, heldMirrors: 2 } };
  const asked = { ...plan, market: 'binance', symbolName: 'xrp_usdt', startAt: 0.523, copyKeys: true };
  const { copies } = (await world.post('/api/bots/preview', asked)).body;
  expect(copies.map(({ given, skipped }: { given: number; skipped: string | null }) => [given, skipped])).toEqual([
    [128, null],
    [256, null],
    [12, 'This key needs 99.50 USDT free.'],
  ]);
  const bot = await world.create(plan, { copyKeys: true });
  expect((await bot.call('start')).body.error).toBeNull();
  await until(async () => {
    const { runs, withoutUs } = await bot.detail();
    expect(runs.map(({ state }) => state)).toEqual(['running', 'running', 'running']);
    expect(withoutUs).toBe('6 + 6 turn without us, all keys');
  }, settled);
  const { runs, result } = await bot.detail();
  // Cut to what each is given; the start costs no more.
  const most = [400, 128, 256];
  for (const [at, { given }] of runs.entries()) expect(given.counter).toBeLessThanOrEqual(most[at] ?? 0);
  for (const { result: of } of runs) expect(of.total).toBeCloseTo(of.rounds + of.position, 8);
  expect(result?.total).toBeCloseTo(
    runs.reduce((sum, run) => sum + run.result.total, 0),
    6,
  );
  expect(await Promise.all(world.copies.map(({ paperKey }) => bookOf(paperKey)))).toEqual([8, 8, 0]);
  const { claims } = site.deps.bots;
  const keyIds = [world.keyUid, ...world.copies.map(({ uid }) => uid)];
  const kept = await claims.keptOnKeys(world.userId, keyIds);
  expect(kept.get(world.keyUid)?.length).toBeGreaterThan(0);
  expect(kept.has(world.copies[2]?.uid ?? '')).toBe(false);
  for (const keyId of keyIds) expect(kept.get(keyId) ?? []).toEqual(await claims.kept(world.userId, keyId));
  expect([...(await claims.keptOnKeys(world.userId, [world.keyUid])).keys()]).toEqual([world.keyUid]);
  // Each at the main key's lines.
  const lines = await site.database.sql<{ price: string }[]>`
    select distinct price::text from paper.orders where status = 'NEW' order by price`;
  expect(lines).toHaveLength(8);
  expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
  await until(async () => {
    const detail = await bot.detail();
    expect(detail.runs.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped']);
  }, settled);
  expect(await Promise.all(world.copies.map(({ paperKey }) => bookOf(paperKey)))).toEqual([0, 0, 0]);
});

it('C-16: a copy key whose pair has no room for the orders gets no run, and the log says why', async () => {
  await world.buy({ price: 0.4, counterQuantity: 20 });
  const exchange = site.deps.markets.exchange('binance');
  const { openOrders } = exchange;
  const crowded = vi.spyOn(exchange, 'openOrders').mockImplementation(async (credentials, symbol) => {
    const open = await openOrders(credentials, symbol);
    const isFull = open.outcome === 'ok' && credentials.apiKey === world.copies[0]?.paperKey;
    return isFull ? { ...open, value: Array.from({ length: 173 }, () => open.value).flat() } : open;
  });
  try {
    const bot = await world.create({ type: 'grid', settings: GRID }, { copyKeys: true });
    expect((await bot.call('start')).body.error).toBeNull();
    const { content } = (await world.get(`/api/bots/${bot.botId}/why`)).body as { content: { text: string }[] };
    expect(content.map(({ text }) => text).join(' ')).toMatch(
      /Copy 1.*: XRP\/USDT takes 200 open orders on a key; 173 are open\. Use at most 7 steps\./,
    );
    expect((await bot.detail()).runs).toHaveLength(2);
  } finally {
    crowded.mockRestore();
  }
});
