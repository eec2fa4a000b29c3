import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { averagingWorld } from '../../../tests/factories/averaging-bot.ts';
import { purseWorld } from '../../../tests/factories/purse-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

/** As it is kept until the process ends, once the exchange's list has it no more. */
function delists(symbol: string): void {
  const exchange = site.deps.markets.exchange('binance');
  const pairs = new Map(exchange.pairs());
  const pair = pairs.get(symbol);
  if (!pair) throw new Error(`${symbol} is not listed.`);
  pairs.set(symbol, { ...pair, status: 'halted', delisted: true });
  const listed = vi.spyOn(exchange, 'pairs').mockReturnValue(pairs);
  onTestFinished(() => listed.mockRestore());
}

it('C-15: a grid whose pair is gone ends with its coins kept, and says why', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running();
  const [run] = (await bot.detail()).runs;
  delists('XRPUSDT');
  await world.cancelsSale('0.56');
  await bot.shows('stopped', ({ owned }, { reason }) => {
    expect(reason).toBe('Binance no longer trades XRP/USDT.');
    expect(owned).toEqual(run?.owned);
  });
  expect(await world.book()).toEqual([]);
});

it('C-15: a grid whose pair was not listed any more when this process began asks its owner, and goes on once it is listed', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running();
  const book = await world.book();
  const exchange = site.deps.markets.exchange('binance');
  const pairs = new Map(exchange.pairs());
  pairs.delete('XRPUSDT');
  const listed = vi.spyOn(exchange, 'pairs').mockReturnValue(pairs);
  onTestFinished(() => listed.mockRestore());
  await site.database.sql`update bot_runs set due_at = 0 where bot_id = ${bot.botId}`;
  await bot.shows('attention', (_, { reason }) =>
    expect(reason).toBe(
      'Binance does not list XRP/USDT any more: nothing is placed. Stop this bot, or let it go on once the pair is listed again.',
    ),
  );
  listed.mockRestore();
  expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
  await bot.shows('running');
  expect(await world.book()).toEqual(book);
});

it('C-9, C-15: a grid that sells its coins at its end keeps what it has once its pair is gone', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running();
  await world.pauses(bot);
  const reject = { kind: 'reject', code: -1013, path: '/api/v3/order', key: world.paperKey } as const;
  await world.control('fault', { ...reject, times: 1000 });
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await bot.shows('stopping', (_, { reason }) => expect(reason).toMatch(/^Its last order was refused: /));
  delists('XRPUSDT');
  await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeGreaterThan(300));
  await world.control('fault', { ...reject, times: 0 });
  await until(async () =>
    expect(await world.why(bot)).toMatch(/376\.\d+ XRP .* stay: not traded on the exchange any more\./),
  );
});

it('C-15: an averaging bot whose pair is gone ends its deal with its coins kept', async () => {
  const world = await averagingWorld(site);
  const bot = await world.running();
  await bot.shows('running');
  await until(async () => expect((await world.book()).length).toBeGreaterThan(2));
  delists('XRPUSDT');
  await world.price('0.515');
  await bot.shows('stopped', (_, { reason }) => expect(reason).toBe('Binance no longer trades XRP/USDT.'));
  await until(async () => expect(await world.book()).toEqual([]));
});
