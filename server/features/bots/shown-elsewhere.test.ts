import { afterAll, beforeAll, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { livePage } from '../../../tests/factories/live-page.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

it('C-9: a bot that is stopped on another device is shown as stopping, also while its key may cancel nothing', async () => {
  const world = await botWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const page = (await livePage(site, world)).listen('bot');
  const bot = await world.create({ type: 'grid', settings: GRID });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  await until(() => expect(page.bodies().at(-1)?.state).toBe('running'));
  await world.control('key', { key: world.paperKey, spot: false });
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await until(() => expect(page.bodies().at(-1)?.state).toBe('stopping'));
});
