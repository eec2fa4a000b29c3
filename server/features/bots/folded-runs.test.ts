import { afterAll, beforeAll, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { livePage } from '../../../tests/factories/live-page.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { booksOf } from './present/run-books.ts';
import { FoldedRuns } from './runs/folded-runs.ts';
import { runsStore, type StoredRun } from './runs/runs.store.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const IN_TIME = { timeout: 60_000 };

/** All that its levels and its books say, to the last digit. */
function saysOf(stored: StoredRun | null) {
  const books = stored && booksOf(site.deps.bots, stored);
  if (!books?.result) throw new Error('Its pair has a price.');
  const { owned, levels, result } = books;
  return {
    owned: [owned.base.toFixed(), owned.counter.toFixed()],
    result: [result.total, result.cycles, result.position].map((each) => each.toFixed()),
    levels: levels.map(({ state: { turn, side, held, rest, total }, idle }) =>
      [turn, side, held.toFixed(), rest.toFixed(), total.count, total.counter.toFixed(), idle].join(' '),
    ),
  };
}

it('C-4, C-14, R-14: legs that are over are not read again, whoever works on the run, and its books are the same to the last digit', async () => {
  const world = await botWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const told = (await livePage(site, world)).listen('bot');
  const bot = await world.create({ type: 'grid', settings: GRID });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  // All that rests fills, to and fro.
  for (const at of ['0.561', '0.479', '0.561', '0.479']) {
    const side = at > '0.5' ? 'BUY' : 'SELL';
    await world.price(at);
    await until(async () => {
      const book = await world.book();
      expect(book.map((line) => line.split(' ')[0])).toEqual(Array.from({ length: 8 }, () => side));
    }, IN_TIME);
  }
  await world.price('0.51');
  const sides = ['BUY', 'BUY', 'BUY', 'SELL', 'SELL', 'SELL', 'SELL', 'SELL'];
  await until(async () => expect((await world.book()).map((line) => line.split(' ')[0])).toEqual(sides), IN_TIME);
  const { db } = site.deps.bots;
  const [run] = await runsStore(db, world.userId).ofBot(bot.botId);
  if (!run) throw new Error('It has a run.');
  const ref = { userId: world.userId, runId: run.run.id };
  const pair = site.deps.markets.findPastPair('binance', 'XRPUSDT');
  if (!pair) throw new Error('The exchange has its pair.');

  // Another engine takes it over: it reads all of it, and after that what has come since.
  const other = new FoldedRuns(db, Date.now);
  const whole = await other.find(ref);
  expect(whole?.orders).toHaveLength(run.orders.length);
  expect(run.orders.length).toBeGreaterThan(35);
  if (whole) other.note(whole, pair);
  const folded = await other.find(ref);
  // What is under way, and what the run itself traded at its start.
  expect(folded?.orders).toHaveLength(9);
  expect(folded?.fills).toHaveLength(1);
  expect(saysOf(folded)).toEqual(saysOf(await runsStore(db, world.userId).find(ref.runId)));
  expect(saysOf(folded)).toEqual(saysOf(whole));

  // The card that its engine tells open pages is the one that is read from everything.
  const { result } = await bot.detail();
  await until(() => expect(told.bodies().at(-1)?.result).toEqual(result));

  // A trade of a leg that was over, however late: all is read again.
  const late = run.orders.find(({ level, turn }) => level === 3 && turn === 1);
  if (!late) throw new Error('Level 3 has traded.');
  await site.database.sql`
    insert into bot_fills (user_id, key_id, symbol, trade_id, run_id, order_id, price, quantity, commission, commission_asset, traded_at)
    values (${ref.userId}, ${run.run.keyId}, 'XRPUSDT', 'late', ${ref.runId}, ${late.id}, 0.5, 1, 0, 'USDT', ${Date.now()})`;
  other.changed(late);
  const again = await other.find(ref);
  expect(again?.orders).toHaveLength(run.orders.length);
  expect(saysOf(again)).toEqual(saysOf(await runsStore(db, world.userId).find(ref.runId)));
  expect(saysOf(again)).not.toEqual(saysOf(folded));
});
