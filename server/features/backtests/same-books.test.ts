import { afterAll, beforeAll, expect, it } from 'vitest';
import { sameBaskets } from '../../../tests/factories/same-baskets.ts';
import { sameBooks } from '../../../tests/factories/same-books.ts';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { sameSignals } from '../../../tests/factories/same-signals.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
let ahead = 0;
beforeAll(async () => {
  site = await testSite({ PAPER_WEIGHT: '60000' }, () => Date.now() + ahead);
});
afterAll(() => site.close());

/** Of the site and of the paper exchange alike. */
async function wait(ms: number): Promise<void> {
  ahead += ms;
  await paperControl(site)('clock', { skewMs: ahead });
}

it('X-1: the books of a run in memory are those of the same bot on the paper exchange, to the last digit', async () => {
  expect((await sameBooks(site, { bots: 2, prices: 5, seed: 7, of: 'levels' })).deals).toBeGreaterThan(6);
});

it('X-1, T-5, T-9: so are those of a trend grid and of a range, whose orders follow the price', async () => {
  const { deals, changes } = await sameBooks(site, { bots: 2, prices: 6, seed: 11, of: 'following', wait });
  expect(deals).toBeGreaterThan(4);
  expect(changes).toBeGreaterThan(1);
});

it('X-1, PB-11: so are those of an averaging bot, deal after deal', async () => {
  const { deals } = await sameBooks(site, { bots: 1, prices: 3, seed: 3, of: 'deals', wait });
  expect(deals).toBeGreaterThan(4);
});

it('X-1, PB-8: so are those of a smart money bot, signal after signal', async () => {
  const clock = () => Date.now() + ahead;
  let deals = 0;
  for (const seed of [5, 6]) deals += await sameSignals(site, { bars: 5, seed, clock, wait });
  expect(deals).toBeGreaterThan(2);
});

it('X-1, PB-9: so are those of a bot with turtle, whose orders move with the bars', async () => {
  const clock = () => Date.now() + ahead;
  let deals = 0;
  for (const seed of [2, 3])
    deals += await sameSignals(site, { type: 'smart-money-turtle', bars: 5, seed, clock, wait });
  expect(deals).toBeGreaterThan(2);
});

it('X-1, B-1: so are those of a basket, rebalancing after rebalancing', async () => {
  const clock = () => Date.now() + ahead;
  expect(await sameBaskets(site, { turns: 3, seed: 6, clock, wait })).toBeGreaterThan(4);
});
