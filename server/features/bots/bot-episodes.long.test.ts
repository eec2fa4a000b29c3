import { afterAll, expect, it } from 'vitest';
import { botOwners, playBotRound } from '../../../tests/factories/bot-episodes.ts';
import { killableSite } from '../../../tests/factories/killable-site.ts';

/** As many as `.ci/run` has time for; more by EPISODES=1000. */
const EPISODES = Number(process.env['EPISODES'] ?? 20);
const SEED = process.env['EPISODES_SEED'] ?? 'grids';
/** Runs of one person, and of all: one market, one price. */
const KEYS = 10;
const AT_ONCE = Math.min(100, Math.max(KEYS, Math.floor(EPISODES / 3)));
const ROUNDS = Math.ceil(EPISODES / AT_ONCE);
/** Every `of`th round, from the `shard`th on: the long part plays two halves at the same time. */
const [shard = 1, of = 1] = (process.env['EPISODES_SHARD'] ?? '1/1').split('/').map(Number);
/** Rounds in which orders are refused last a minute longer. */
const REFUSING = 5;

const world = await killableSite();
afterAll(() => world.close());

it(`N-5 C-13 C-14 ${EPISODES} episodes of grids of 20: no order twice, no level forgotten, books as the exchange has them`, async () => {
  const owners = await botOwners(world, { people: AT_ONCE / KEYS, keys: KEYS });
  const found: string[] = [];
  for (let round = shard - 1; round < ROUNDS; round += of) {
    const isRefusing = round % REFUSING === shard - 1;
    const verdict = await playBotRound(world, owners, { seed: `${SEED} ${round}`, refuses: isRefusing });
    for (const [kind, all] of Object.entries(verdict))
      found.push(...all.map((what: string) => `round ${round}, ${kind}: ${what}`));
  }
  process.stdout.write(`Part ${shard} of ${of} of ${EPISODES} episodes, seed '${SEED}': ${found.length} faults.\n`);
  expect(found, `seed '${SEED}'`).toEqual([]);
}, 900_000);
