import { afterAll, beforeAll, expect, it } from 'vitest';
import { averagingWorld, bookAfter } from '../../../tests/factories/averaging-bot.ts';
import { purseWorld } from '../../../tests/factories/purse-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const MINUTE = 60_000;
/** By how much the site's clock is ahead, ms. */
let ahead = 0;
let site: TestSite;
beforeAll(async () => {
  site = await testSite({}, () => Date.now() + ahead);
});
afterAll(() => site.close());

it('C-9: a sale that the exchange refuses is tried again until it is done, and says why it is not', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running();
  await world.pauses(bot);
  const refuses = (times: number) =>
    world.control('fault', { kind: 'reject', code: -1013, path: '/api/v3/order', key: world.paperKey, times });
  await refuses(1000);
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  const refused = async (): Promise<number> => {
    const [row] = await site.database.sql<{ count: number }[]>`
      select count(*)::int as count from bot_orders where leg = 'stop' and state = 'rejected'`;
    return row?.count ?? 0;
  };
  for (let count = 1; count <= 5; count += 1) {
    await until(async () => expect(await refused()).toBeGreaterThanOrEqual(count));
    await bot.shows('stopping', (_, { reason }) =>
      expect(reason).toMatch(/^Its last order was refused: .+ It is tried again\.$/),
    );
    ahead += MINUTE;
  }
  await refuses(0);
  ahead += MINUTE;
  await bot.shows('stopped', ({ owned }, { reason }) => {
    expect(owned.base).toBeLessThan(0.1);
    expect(reason).toBeNull();
  });
  expect(Number(await world.balance('XRP'))).toBeLessThan(0.1);
  const why = await world.why(bot);
  expect(why).toMatch(/Stopped: its books are closed\. 0\.0\d+ XRP \(0\.0\d+ USDT\) stay: too little for an order\./);
  // It is said once, however often it is refused.
  expect(why.match(/It is tried again\./g)).toHaveLength(1);
});

it('C-9: while a sale is refused, its owner may keep the coins after all', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running();
  await world.pauses(bot);
  await world.control('fault', {
    kind: 'reject',
    code: -1013,
    path: '/api/v3/order',
    key: world.paperKey,
    times: 1000,
  });
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await bot.shows('stopping', (_, { reason }) => expect(reason).toMatch(/^Its last order was refused: /));
  expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
  ahead += MINUTE;
  await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeGreaterThan(100));
  expect(await world.why(bot)).toContain('It keeps what it has: nothing more is sold or bought back.');
  await world.control('reset', {});
});

it('C-9: coins of a deal and of levels that are less than the least quantity of an order stay, are named, and both bots are over', async () => {
  const deals = await averagingWorld(site);
  const levels = await purseWorld(site);
  const deal = await deals.running();
  await deals.rests(bookAfter(0));
  const grid = await levels.running();
  await levels.pauses(grid);
  await levels.control('pair', { symbol: 'XRPUSDT', minQty: '5000' });
  await site.deps.markets.exchange('binance').renewPair('XRPUSDT');
  for (const bot of [deal, grid]) expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await deal.shows('stopped', ({ owned }) => expect(owned.base).toBeCloseTo(38.1618, 8));
  const { content } = (await deals.get(`/api/bots/${deal.botId}/why`)).body as { content: { text: string }[] };
  expect(content.map(({ text }) => text)).toContain(
    'Deal 1 is over: −19.9786 USDT. 38.1618 XRP (20 USDT) stay: too little for an order.',
  );
  await grid.shows('stopped', ({ owned }) => expect(owned.base).toBeGreaterThan(100));
  await levels.control('reset', {});
});
