import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { purseWorld } from '../../../../tests/factories/purse-world.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';
import { beyond, inBoth, missingOfKey } from './missing-of-key.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const has = (base: string, counter: string) => ({ base: big(base), counter: big(counter) });
const text = ({ base, counter }: ReturnType<typeof has>): string => `${base.toFixed()} ${counter.toFixed()}`;

it('C-18: an amount is missing only if both readings lack it, and is reported again only if more is missing', () => {
  expect(text(inBoth(has('5', '0'), has('3', '7')))).toBe('3 0');
  expect(text(beyond(has('5', '9'), has('3', '9.5')))).toBe('2 0');
  expect(text(beyond(has('5', '9'), null))).toBe('5 9');
});

it('C-18: what comes in while the exchange answers is in its answer or not, and is not missing', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running();
  const key = await site.deps.keys.byId(world.userId, world.keyUid);
  if (!key) throw new Error('The key is out of use.');
  const kept = (await bot.detail()).runs[0]?.owned.counter ?? 0;
  // Of all money exactly what the run keeps is free.
  await world.leaves('USDT', (kept - 201.66).toFixed(8));
  const exchange = site.deps.markets.exchange('binance');
  const { balances } = exchange;
  const answers = vi.spyOn(exchange, 'balances').mockImplementationOnce(async (credentials, purpose) => {
    const answer = await balances.call(exchange, credentials, purpose);
    await world.price('0.53');
    await until(async () => expect((await bot.detail()).runs[0]?.owned.counter).toBeGreaterThan(kept + 40));
    return answer;
  });
  try {
    expect(await missingOfKey(site.deps.bots, { userId: world.userId, key })).toEqual([]);
    expect(answers).toHaveBeenCalled();
  } finally {
    answers.mockRestore();
  }
  await world.price('0.523');
  await bot.call('stop', { coins: 'keep' });
  await bot.shows('stopped');
});
