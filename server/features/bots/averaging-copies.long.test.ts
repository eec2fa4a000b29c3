import { afterAll, beforeAll, expect, it } from 'vitest';
import { averagingWorld, bookAfter, IN_TIME } from '../../../tests/factories/averaging-bot.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

it('C-3, PB-11: deals are copied as blocks are, and joined on each key', async () => {
  const world = await averagingWorld(site, ['500']);
  const bot = await world.running({}, { copyKeys: true });
  await world.rests(bookAfter(0));
  const [copy] = world.copies;
  await until(async () => expect(await world.book(copy?.paperKey)).toHaveLength(7), IN_TIME);
  await world.price('0.5151');
  await world.rests(bookAfter(1));
  await until(async () => expect(await world.book(copy?.paperKey)).toHaveLength(6), IN_TIME);
  await bot.call('stop', { coins: 'sell' });
  await bot.shows('stopped');
  await until(async () => expect(await world.book(copy?.paperKey)).toEqual([]), IN_TIME);
});

it('EX-14, C-3: an addition that fills late on a copy key has its exits there, and is sold with the deal', async () => {
  const world = await averagingWorld(site, ['1000']);
  const key = world.copies[0]?.paperKey ?? '';
  await world.control('balance', { key, asset: 'XRP', free: '0' });
  const bot = await world.running({}, { copyKeys: true });
  await world.rests(bookAfter(0));
  await world.rests(bookAfter(0), key);
  // The exchange tells of the copy's fill once the main key's part has been joined.
  await world.control('fault', { kind: 'reports', mode: 'delayed', ms: 6000, times: 4, key });
  await world.price('0.5151');
  await world.rests(bookAfter(1));
  const sells = async () => (await world.book(key)).filter((line) => line.startsWith('SELL'));
  // The base order's list, and one of the addition with the same prices.
  await until(async () => expect(await sells()).toHaveLength(4), IN_TIME);
  expect(new Set((await sells()).map((line) => line.split(' ')[2]))).toEqual(new Set(['0.4294', '0.5281']));
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await bot.shows('stopped');
  await until(async () => expect(await world.book(key)).toEqual([]), IN_TIME);
  const [coins] = await site.database.sql<{ total: number }[]>`
    select (free + locked)::float as total from paper.balances where api_key = ${key} and asset = 'XRP'`;
  expect(coins?.total).toBeLessThan(1);
});
