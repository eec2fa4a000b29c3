import { afterAll, beforeAll, expect, it } from 'vitest';
import { person, visitor } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const path = '/api/markets/spot/candles/BINANCE/XRP-USDT';

it('gives candles oldest first, as many as asked for, up to a time', async () => {
  const who = await person(site);
  const { status, body } = await who.get(`${path}?interval=1m&limit=5`);
  expect(status).toBe(200);
  expect(body.candles).toHaveLength(5);
  const times = body.candles.map(({ openTime }: { openTime: number }) => openTime);
  expect(times).toEqual(times.toSorted((one: number, other: number) => one - other));
  const earlier = await who.get(`${path}?interval=1m&limit=2&endTime=${times[2]}`);
  expect(earlier.body.candles.map(({ openTime }: { openTime: number }) => openTime)).toEqual([times[1], times[2]]);
  expect((await who.get(path)).body.candles.length).toBeGreaterThan(100);
});

it('refuses what it does not know', async () => {
  const who = await person(site);
  expect((await who.get(`${path}?interval=7m`)).status).toBe(400);
  expect((await who.get(`${path}?limit=0`)).body.issues).toEqual([
    { path: 'limit', message: 'A limit is a number from 1 to 1000.' },
  ]);
  expect((await who.get('/api/markets/spot/candles/binance/abc_xyz')).status).toBe(404);
  expect((await visitor(site).get(path)).status).toBe(401);
});
