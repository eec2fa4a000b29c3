import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purseWorld } from '../../../tests/factories/purse-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
});
afterAll(() => site.close());

// Each on an account of its own, at one price: what takes long is waiting.
describe.concurrent('C-18 money and coins of a grid that another hand takes', () => {
  it('C-5, C-18: money that no level needs: it asks, says so in amounts, and goes on with all its levels', async () => {
    const world = await purseWorld(site);
    const bot = await world.running();
    const { result, runs } = await bot.detail();
    const spare = (runs[0]?.owned.counter ?? 0) - 201.66;
    const before = await world.book();
    await world.leaves('USDT', '0');
    await bot.shows('attention', (_, { reason }) =>
      expect(reason).toMatch(
        /^0\.\d+ USDT of it are not free on .* any more: withdrawn, traded or bound there\. Go on/,
      ),
    );
    expect(await world.missingOf(bot)).toEqual({ base: 0, counter: expect.closeTo(spare, 4), givesUp: [] });
    // U-6: what is gone is no loss, before its owner has decided and after.
    const saleResult = async () =>
      ((await bot.detail()) as unknown as { endings: { sell: { result: number } } }).endings.sell.result;
    const soldFor = await saleResult();
    expect(soldFor).toBeCloseTo(-0.4, 1);
    // What rests stays, and a resume does not pass it over.
    expect(await world.book()).toEqual(before);
    expect((await bot.call('resume')).body.error).toMatch(/^Some of this bot’s coins or money are missing on its key/);
    expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
    await bot.shows('running', ({ owned }) => expect(owned.counter).toBeCloseTo(201.66, 4));
    // What was taken is no loss.
    expect(await saleResult()).toBeCloseTo(soldFor, 6);
    expect((await bot.detail()).result?.total).toBeCloseTo(result?.total ?? 0, 6);
    expect(await world.book()).toEqual(before);
    expect(await world.why(bot)).toMatch(/Goes on with what is left, without 0\.\d+ USDT\./);
  });

  it('C-18: coins of a sale that was canceled by hand: the farthest levels give up, the nearest is put back', async () => {
    const world = await purseWorld(site);
    const bot = await world.running();
    const { result } = await bot.detail();
    await world.cancelsSale('0.53');
    await until(async () =>
      expect((await world.detail(bot)).needs).toBe('Level 5: its order was canceled on the exchange.'),
    );
    await world.leaves('XRP', '0');
    await bot.shows('attention', (_, { reason }) => expect(reason).toMatch(/^96\.\d+ XRP of it are not free on /));
    expect(await world.missingOf(bot)).toMatchObject({ base: expect.closeTo(96.92, 1), counter: 0, givesUp: [7, 8] });
    expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
    await until(async () => expect((await world.book()).slice(4)).toEqual(['SELL 95 0.54']));
    expect((await bot.call('adopt', { choice: 'put-back' })).body.error).toBeNull();
    await until(async () => expect((await world.book()).slice(4)).toEqual(['SELL 96.9 0.53', 'SELL 95 0.54']));
    const { runs, result: after } = await bot.detail();
    expect(runs[0]?.levels.slice(6).map(({ held, resting }) => [held, resting])).toEqual([
      [0, false],
      [0, false],
    ]);
    expect(after?.total).toBeCloseTo(result?.total ?? 0, 6);
    expect(Number(await world.balance('XRP'))).toBeCloseTo(runs[0]?.owned.base ?? 0, 8);
  });

  it('C-8, C-18: taken while it was paused with its orders down: it asks before it places anything', async () => {
    const world = await purseWorld(site);
    const bot = await world.running();
    await world.pauses(bot);
    const sent = await world.sent(world.paperKey);
    const [run] = (await bot.detail()).runs;
    await world.leaves('USDT', String((run?.owned.counter ?? 0) - 150));
    expect((await bot.call('resume')).body.error).toBeNull();
    await bot.shows('attention');
    expect(await world.missingOf(bot)).toMatchObject({ base: 0, givesUp: [1, 2, 3] });
    expect(await world.sent(world.paperKey)).toBe(sent);
    expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
    await until(async () => expect(await world.prices()).toEqual(['0.51', '0.53', '0.54', '0.55', '0.56']));
  });

  it('C-9, C-18: it ends without what is gone, and sells what is left', async () => {
    const world = await purseWorld(site);
    const bot = await world.running();
    await world.pauses(bot);
    await world.leaves('XRP', '200');
    expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
    expect(Number(await world.balance('XRP'))).toBeLessThan(0.1);
    expect(await world.why(bot)).toMatch(/176\.\d+ XRP of it are not on the account any more: it ends without\./);
  });

  it('C-18: coins that go while its owner decides are reported before it goes on; coins that came back are not taken off', async () => {
    const world = await purseWorld(site);
    const bot = await world.running();
    const [run] = (await bot.detail()).runs;
    await world.cancelsSale('0.56');
    await world.cancelsSale('0.55');
    await world.leaves('XRP', '150');
    await bot.shows('attention');
    await world.leaves('XRP', '100');
    expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toMatch(/^84\.\d+ XRP of it are not free/);
    expect((await bot.detail()).state).toBe('attention');
    await world.leaves('XRP', '1000');
    expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
    await bot.shows('running', ({ owned }) => expect(owned).toEqual(run?.owned));
    expect(await world.missingOf(bot)).toBeNull();
  });

  it('C-5, C-18: the exchange takes no fee of a block’s entry from the coins of a grid', async () => {
    const world = await purseWorld(site);
    const bot = await world.running();
    const [run] = (await bot.detail()).runs;
    // All its coins are free.
    await world.pauses(bot);
    const targets = { takeProfitPrice: 0.6, stopLossPrice: 0.4 };
    expect((await world.buy({ price: 0.523, counterQuantity: 150, ...targets })).body.error).toBeNull();
    await until(async () =>
      expect(await world.book()).toEqual([expect.stringMatching(/^SELL /), expect.stringMatching(/^SELL /)]),
    );
    const [sale] = await world.book();
    const kept = (run?.owned.base ?? 0) + Number(sale?.split(' ')[1]);
    // Of the block there is what its exits sell, and a part of a step.
    expect(Number(await world.balance('XRP'))).toBeGreaterThanOrEqual(kept);
    expect((await bot.call('resume')).body.error).toBeNull();
    await bot.shows('running', ({ owned }) => expect(owned).toEqual(run?.owned));
    await until(async () => expect(await world.book()).toHaveLength(10));
  });
});
