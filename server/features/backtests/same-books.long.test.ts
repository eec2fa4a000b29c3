import { afterAll, beforeAll, expect, it } from 'vitest';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { sameBooks } from '../../../tests/factories/same-books.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';
import { SEED } from '../../../tests/setup/seed.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

const BOTS = isFullSize ? 100 : 10;
const EACH_MS = 60_000;

let site: TestSite;
let ahead = 0;
beforeAll(async () => {
  site = await testSite({}, () => Date.now() + ahead);
});
afterAll(() => site.close());

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
  `X-1, T-5, T-9: so are those of ${BOTS} trend grids and ranges`,
  async () => {
    const { deals, changes } = await sameBooks(site, { bots: BOTS, prices: 8, seed: SEED, of: 'following', wait });
    expect(deals).toBeGreaterThan(BOTS * 2);
    expect(changes).toBeGreaterThan(BOTS);
  },
  BOTS * EACH_MS,
);

it(
  `X-1, PB-11: so are those of ${BOTS} averaging bots`,
  async () => {
    const { deals } = await sameBooks(site, { bots: BOTS, prices: 8, seed: SEED, of: 'deals', wait });
    expect(deals).toBeGreaterThan(BOTS * 3);
  },
  BOTS * EACH_MS,
);
