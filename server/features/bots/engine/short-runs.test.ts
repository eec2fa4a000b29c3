import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { purseWorld } from '../../../../tests/factories/purse-world.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import { runsStore } from '../runs/runs.store.ts';
import { shortRuns } from './short-runs.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

it('C-9, C-18: a run that ends lets go of what is missing once none of its orders may fill any more', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running();
  const { bots } = site.deps;
  const [stored] = await runsStore(bots.db, world.userId).ofBot(bot.botId);
  const pair = bots.markets.findExchangePair('binance', 'XRPUSDT');
  if (!stored || !pair) throw new Error('It has a run, and its pair is traded.');
  const letGo = vi.fn(async () => true);
  const ask = vi.fn(async () => true);
  const { found } = shortRuns(bots, { ask, letGo, goOn: ask });
  const ending = { ...stored, run: { ...stored.run, state: 'stopping' as const } };
  const gone = { pair, base: big('96.9'), counter: big('0') };
  const key = { name: 'Paper' };
  const live = stored.orders.filter(({ state }) => isLive(state));
  expect(live).toHaveLength(8);
  await found({ ...gone, stored: ending }, key);
  expect(letGo).not.toHaveBeenCalled();
  const down = (left: number) =>
    stored.orders.map((order) =>
      live.indexOf(order) < left ? order : Object.assign({}, order, { state: 'cancelled' as const }),
    );
  // All but one are down: what that one brings in or takes is not known yet.
  expect(down(1).filter(({ state }) => isLive(state))).toHaveLength(1);
  await found({ ...gone, stored: { ...ending, orders: down(1) } }, key);
  expect(letGo).not.toHaveBeenCalled();
  await found({ ...gone, stored: { ...ending, orders: down(0) } }, key);
  expect(letGo).toHaveBeenCalledOnce();
  expect(letGo).toHaveBeenCalledWith(
    ending.run,
    expect.objectContaining({ base: gone.base, counter: gone.counter }),
    expect.objectContaining({ text: expect.stringMatching(/^96\.9\d* XRP of it are not on the account any more/) }),
  );
  // Its owner is not asked at its end.
  expect(ask).not.toHaveBeenCalled();
  await bot.call('stop', { coins: 'keep' });
  await bot.shows('stopped');
});
