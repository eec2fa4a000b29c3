import { afterAll, beforeAll, expect, it } from 'vitest';
import { LADDER } from '../../../tests/factories/bot-settings.ts';
import { bookAfter } from '../../../tests/factories/averaging-bot.ts';
import { killableBot } from '../../../tests/factories/killable-bot.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
});
afterAll(() => world.close());

const price = (at: string) => world.exchange.control('price', { symbol: 'XRPUSDT', price: at });

it('C-13, PB-11: killed while its ladder is placed and while additions fill, it places each order once and joins each fill', async () => {
  await price('0.523');
  const { book, rests, detail, coins } = await killableBot(world, {
    name: 'Ladder',
    type: 'averaging',
    settings: LADDER,
  });
  await until(async () => expect((await book()).length).toBeGreaterThan(2), { timeout: 60_000, interval: 5 });
  await world.crash();
  await rests(bookAfter(0));

  // Two additions fill while no server runs.
  await world.crash(async () => void (await price('0.5049')));
  await rests(bookAfter(2));
  // And one as the server is killed in the middle of joining.
  await price('0.4916');
  await until(async () => expect(await book()).not.toEqual(bookAfter(2)), { timeout: 60_000, interval: 5 });
  await world.crash();
  await rests(bookAfter(3));

  const { runs } = await detail();
  expect(runs[0].owned.base).toBeCloseTo(211.8879, 8);
  expect((await coins()) - 10_000).toBeCloseTo(runs[0].owned.base, 8);
}, 400_000);
