import { afterAll, beforeAll, expect, it } from 'vitest';
import { averagingWorld, bookAfter, IN_TIME } from '../../../tests/factories/averaging-bot.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

it('C-3, PB-11: deals are copied as blocks are, and joined on each key', { timeout: 60_000 }, async () => {
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
