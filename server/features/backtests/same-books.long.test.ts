import { afterAll, beforeAll, expect, it } from 'vitest';
import { sameBooks } from '../../../tests/factories/same-books.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';
import { SEED } from '../../../tests/setup/seed.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

const BOTS = isFullSize ? 100 : 10;
const EACH_MS = 60_000;

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

it(
  `X-1: the books of ${BOTS} bots of random settings are those of their runs in memory, to the last digit`,
  async () => {
    expect(await sameBooks(site, { bots: BOTS, prices: 8, seed: SEED })).toBeGreaterThan(BOTS * 5);
  },
  BOTS * EACH_MS,
);
