// A day in the life, in a real browser at both sizes on one started site, with a picture of each step: `npm run day`, then see
// dist/day.
import { runsBots, startsAverager, startsGrid } from './bots.ts';
import { compared } from './compared.ts';
import { livesThrough } from './prices.ts';
import { addsCopyKey, signsUp } from './sign-up.ts';
import { callsHook, connectsHook, setsAlerts } from './signals.ts';
import { dayOf, SIZES, test } from './site.ts';
import { stopsAll } from './stops.ts';
import { buysWithTargets } from './targets.ts';

for (const [size, options] of Object.entries(SIZES))
  test.describe(size, () => {
    test.use(options);
    test(`a day in the life on a ${size}`, async ({ page, site }) => {
      const day = dayOf({ page, site, size });
      await test.step('signs up, and trades on paper', () => signsUp(day));
      await test.step('a copy key', () => addsCopyKey(day));
      await test.step('a grid on both keys', () => startsGrid(day));
      await test.step('an averaging bot', () => startsAverager(day));
      await test.step('a block with three targets', () => buysWithTargets(day));
      await test.step('a hook', () => connectsHook(day));
      await test.step('two alerts of new kinds', () => setsAlerts(day));
      await test.step('a signal', () => callsHook(day));
      await test.step('prices move', () => livesThrough(day));
      await test.step('what the bots did', () => runsBots(day));
      await test.step('everything is stopped', () => stopsAll(day));
      await test.step('history and files, and the exchange’s book', () => compared(day));
    });
  });
