import { afterAll, beforeAll, expect, it } from 'vitest';
import { sameBooks } from '../../../tests/factories/same-books.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

it('X-1: the books of a run in memory are those of the same bot on the paper exchange, to the last digit', async () => {
  expect(await sameBooks(site, { bots: 2, prices: 5, seed: 7 })).toBeGreaterThan(6);
});
