import { afterAll, beforeAll, expect, it } from 'vitest';
import { averagingWorld } from '../../../tests/factories/averaging-bot.ts';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

/** The status of a pair is read again every ten seconds at most. */
const STATUS_READ = { timeout: 40_000, interval: 250 };

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

it('C-15, C-2: a bot whose pair is halted says so first and keeps its state, and says nothing of it afterwards', async () => {
  const world = await averagingWorld(site);
  const turns = async (status: 'HALT' | 'TRADING'): Promise<void> => {
    await world.control('pair', { symbol: 'XRPUSDT', status });
    await until(async () => {
      await site.deps.markets.exchange('binance').renewPair('XRPUSDT');
      const isTrading = site.deps.markets.findExchangePair('binance', 'XRPUSDT')?.status === 'trading';
      expect(isTrading).toBe(status === 'TRADING');
    }, STATUS_READ);
  };
  const grid = await world.create({ type: 'grid', settings: { ...GRID } });
  expect((await grid.call('start')).body.error).toBeNull();
  const ladder = await world.running({ additions: 1 });
  const ordinary = [
    [grid, /^Buys 0\.\d+, sells 0\.\d+; market 0\.5230\.$/],
    [ladder, /^Deal 1 holds .*; 1 addition rests\.$/],
  ] as const;
  for (const [bot, text] of ordinary) await bot.shows('running', (_, { now }) => expect(now).toMatch(text));

  await turns('HALT');
  const halted =
    /^XRP\/USDT is halted on [^:]+( since \w+ \d+, \d\d:\d\d UTC| at the moment): no orders are placed there\. Its orders stay, and it goes on by itself once the pair trades again\. /;
  for (const [bot, text] of ordinary) {
    await bot.shows('running', (_, { now }) => expect(now).toMatch(halted));
    expect((await bot.detail()).now.replace(halted, '')).toMatch(text);
  }
  const cards = (await world.get('/api/bots')).body.content as { now: string; state: string }[];
  expect(cards.map(({ now, state }) => [state, halted.test(now)])).toEqual([
    ['running', true],
    ['running', true],
  ]);

  await turns('TRADING');
  for (const [bot, text] of ordinary) await bot.shows('running', (_, { now }) => expect(now).toMatch(text));
});
