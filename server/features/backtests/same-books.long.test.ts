import { afterAll, beforeAll, expect, it } from 'vitest';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { sameBaskets } from '../../../tests/factories/same-baskets.ts';
import { sameBooks } from '../../../tests/factories/same-books.ts';
import { sameSignals } from '../../../tests/factories/same-signals.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';
import { printSeedOnFailure, SEED } from '../../../tests/setup/seed.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

const BOTS = isFullSize ? 100 : 10;
/** They wait for minutes of their markets' clock, one after the other. */
const FOLLOWING = isFullSize ? 12 : 4;
const AVERAGING = isFullSize ? 8 : 3;
const SIGNALS = isFullSize ? 8 : 4;
const BASKETS = isFullSize ? 10 : 4;
const EACH_MS = 60_000;

let site: TestSite;
let ahead = 0;
beforeAll(async () => {
  site = await testSite({ PAPER_WEIGHT: '60000' }, () => Date.now() + ahead);
});
afterAll(() => site.close());
printSeedOnFailure();

/** Of the site and of the paper exchange alike. */
async function wait(ms: number): Promise<void> {
  ahead += ms;
  await paperControl(site)('clock', { skewMs: ahead });
}

it(
  `X-1: the books of ${BOTS} bots of random settings are those of their runs in memory, to the last digit`,
  async () => {
    expect((await sameBooks(site, { bots: BOTS, prices: 8, seed: SEED, of: 'levels' })).deals).toBeGreaterThan(
      BOTS * 5,
    );
  },
  BOTS * EACH_MS,
);

it(
  `X-1, T-5, T-9: so are those of ${FOLLOWING} trend grids and ranges`,
  async () => {
    const { deals, changes } = await sameBooks(site, { bots: FOLLOWING, prices: 8, seed: SEED, of: 'following', wait });
    expect(deals).toBeGreaterThan(FOLLOWING * 2);
    expect(changes).toBeGreaterThan(FOLLOWING);
  },
  FOLLOWING * EACH_MS,
);

it(
  `X-1, PB-11: so are those of ${AVERAGING} averaging bots`,
  async () => {
    const { deals } = await sameBooks(site, { bots: AVERAGING, prices: 8, seed: SEED, of: 'deals', wait });
    expect(deals).toBeGreaterThan(AVERAGING * 3);
  },
  AVERAGING * EACH_MS,
);

const clock = () => Date.now() + ahead;

/** Histories one after the other: how many, what each does, and how many trades there are of all at least. */
const HISTORIES = [
  {
    title: `X-1, PB-8: so are those of ${SIGNALS} smart money bots`,
    count: SIGNALS,
    tradesOf: (seed: number) => sameSignals(site, { bars: 6, seed, clock, wait }),
    least: SIGNALS / 3,
  },
  {
    title: `X-1, PB-9: so are those of ${SIGNALS} bots with turtle`,
    count: SIGNALS,
    tradesOf: (seed: number) => sameSignals(site, { type: 'smart-money-turtle', bars: 7, seed, clock, wait }),
    least: SIGNALS / 3,
  },
  {
    title: `X-1, B-1: so are those of ${BASKETS} baskets`,
    count: BASKETS,
    tradesOf: (seed: number) => sameBaskets(site, { turns: 6, seed, clock, wait }),
    least: BASKETS * 4,
  },
];

for (const { title, count, tradesOf, least } of HISTORIES)
  it(
    title,
    async () => {
      let trades = 0;
      for (let history = 0; history < count; history += 1) trades += await tradesOf(SEED + history);
      expect(trades).toBeGreaterThan(least);
    },
    count * EACH_MS,
  );
