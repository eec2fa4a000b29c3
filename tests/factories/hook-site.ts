import { afterAll, beforeAll, beforeEach } from 'vitest';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { hookWorld, type HookWorld } from './hook-world.ts';

/** A site for a file of tests; each of them gets a new person with hooks, 20 s after the one before. */
export function hookSite(use: (opened: { site: TestSite; who: HookWorld }) => void) {
  const { clock, pass } = shiftedClock();
  let site: TestSite;
  beforeAll(async () => {
    site = await testSite({}, clock);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    pass(20_000);
    use({ site, who: await hookWorld(site, clock) });
  });
  return { clock, pass };
}
