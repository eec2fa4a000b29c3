import { expect, it } from 'vitest';
import { people, playRound } from '../../../tests/factories/episodes.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';

const EPISODES = Number(process.env['EPISODES'] ?? (isFullSize ? 1000 : 100));
const SEED = process.env['EPISODES_SEED'] ?? 'episodes';
/** So many go on side by side: one market, one price. */
const AT_ONCE = Math.min(50, EPISODES);
/** Every `of`th round, from the `shard`th on: the long part plays two halves at the same time. */
const [shard = 1, of = 1] = (process.env['EPISODES_SHARD'] ?? '1/1').split('/').map(Number);

const { site, control } = await paperSite();

it(`V-01 V-02 V-06 EX-14 ${EPISODES} episodes of faults and presses: nothing twice, nothing forgotten, no label that is not so`, async () => {
  const worst = new Map<string, number>();
  const found: string[] = [];
  const twoBare: string[] = [];
  const bare = new Map<string, number>();
  let longest = { ms: 0, told: 'none' };
  let looks = 0;
  const counts = { duplicates: 0, forgotten: 0, mislabelled: 0, oversold: 0 };
  const traders = await people(site, AT_ONCE);
  for (let round = shard - 1; round * AT_ONCE < EPISODES; round += of) {
    const { unprotected, ...verdict } = await playRound({ site, control }, { traders, seed: `${SEED} ${round}` });
    if (verdict.longest && verdict.longest.ms > longest.ms)
      longest = { ...verdict.longest, told: `round ${round}, ${verdict.longest.told}` };
    for (const [fault, ms] of unprotected) worst.set(fault, Math.max(worst.get(fault) ?? 0, ms));
    for (const [fault, ms] of verdict.bare) bare.set(fault, Math.max(bare.get(fault) ?? 0, ms));
    looks += verdict.looks;
    twoBare.push(...verdict.twoBare.map((what) => `round ${round}: ${what}`));
    for (const kind of ['duplicates', 'forgotten', 'mislabelled', 'oversold'] as const) {
      counts[kind] += verdict[kind].length;
      found.push(...verdict[kind].map((what) => `round ${round}, ${kind}: ${what}`));
    }
  }
  const sorted = (times: Map<string, number>) => [...times].toSorted(([, one], [, other]) => other - one);
  process.stdout.write(
    `${[
      `Part ${shard} of ${of} of ${EPISODES} episodes, seed '${SEED}': ${counts.duplicates} duplicates, ${counts.forgotten} forgotten, ${counts.mislabelled} mislabelled, ${counts.oversold} oversold, ${twoBare.length} with two slices bare.`,
      ...twoBare.map((what) => `  ${what}`),
      'Longest time that a position held coins without its protection, by what went wrong in its episode:',
      ...sorted(worst).map(([fault, ms]) => `  ${(ms / 1000).toFixed(0)} s  ${fault}`),
      `The longest of them, ${longest.told}`,
      `Longest time that coins of a plan had a stop neither on the exchange nor here, ${looks} looks at plans:`,
      ...sorted(bare).map(([fault, ms]) => `  ${ms.toFixed(0)} ms  ${fault}`),
    ].join('\n')}\n`,
  );
  expect([...found, ...twoBare], `seed '${SEED}'`).toEqual([]);
}, 3_600_000);
