import { afterAll, beforeAll, expect, it } from 'vitest';
import { playRound } from '../../../tests/factories/episodes.ts';
import { killedEpisodes } from '../../../tests/factories/killed-episodes.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';

const ROUNDS = Number(process.env['KILLED_ROUNDS'] ?? (isFullSize ? 3 : 1));
/** A sighting names its round, which can be played alone. */
const FIRST = Number(process.env['KILLED_FROM'] ?? 0);
const SEED = process.env['EPISODES_SEED'] ?? 'killed';
/** So many go on side by side. */
const AT_ONCE = 20;
/** A round takes about a minute. */
const EACH_MS = 300_000;

let ground: Awaited<ReturnType<typeof killedEpisodes>>;
beforeAll(async () => {
  ground = await killedEpisodes(AT_ONCE);
}, 180_000);
afterAll(() => ground.close());

it(
  `V-01 V-06 EX-9 EX-14 ${ROUNDS * AT_ONCE} episodes through kill -9: nothing twice, nothing forgotten, never two slices bare`,
  async () => {
    const { traders } = ground;
    const found: string[] = [];
    let looks = 0;
    let bare = 0;
    let longest = 0;
    for (let round = FIRST; round < FIRST + ROUNDS; round += 1) {
      const verdict = await playRound(ground, { traders, seed: `${SEED} ${round}` });
      looks += verdict.looks;
      bare = Math.max(bare, ...verdict.bare.values());
      if (verdict.longest && verdict.longest.ms > longest) {
        longest = verdict.longest.ms;
        process.stdout.write(
          `The longest time without protection, ${longest.toFixed(0)} ms: ${verdict.longest.told}\n`,
        );
      }
      const faults = (['duplicates', 'forgotten', 'mislabelled', 'oversold', 'twoBare'] as const).flatMap((kind) =>
        verdict[kind].map((what) => `round ${round}, ${kind}: ${what}`),
      );
      found.push(...faults);
      for (const fault of faults) process.stdout.write(`${fault}\n`);
      process.stdout.write(
        `${(round + 1 - FIRST) * AT_ONCE} of ${ROUNDS * AT_ONCE} episodes through kill -9, seed '${SEED}': ${found.length} faults, ${looks} looks at plans, their coins without a stop for ${bare.toFixed(0)} ms at most, any coins that did not wait for their owner's word without their protection for ${longest.toFixed(0)} ms.\n`,
      );
    }
    expect(found, `seed '${SEED}'`).toEqual([]);
    expect(looks).toBeGreaterThan(0);
  },
  ROUNDS * EACH_MS,
);
