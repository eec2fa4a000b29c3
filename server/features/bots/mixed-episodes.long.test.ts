import { expect, it } from 'vitest';
import { killableSite } from '../../../tests/factories/killable-site.ts';
import { DEAL_TYPES } from '../../../tests/factories/mixed-bots.ts';
import { playMixedRound } from '../../../tests/factories/mixed-episodes.ts';

/** One round of some forty is what `.ci/run` has time for; more by EPISODES=1000. */
const EPISODES = Number(process.env['EPISODES'] ?? 1);
const SEED = process.env['EPISODES_SEED'] ?? 'all types';
/** The first round that is played. */
const FROM = Number(process.env['EPISODES_FROM'] ?? 0);
const OF_A_PERSON = 40;
/** Rounds in which orders are refused and pairs halt last a minute longer. */
const SLOW = 5;

it('N-5, C-13, C-14, C-26: bots of all types at once on three keys with copies: no order twice, none forgotten, purses and results as the exchange has them', async () => {
  const found: string[] = [];
  let [played, traded] = [0, 0];
  const opened = new Map<string, number>(DEAL_TYPES.map((type) => [type, 0]));
  for (let round = FROM; played < EPISODES; round += 1) {
    const world = await killableSite();
    const people = EPISODES > OF_A_PERSON ? 2 : 1;
    const of = { seed: `${SEED} ${round}`, people, slow: round % SLOW === SLOW - 1 };
    const { episodes, trades, deals, found: wrong } = await playMixedRound(world, of);
    await world.close();
    played += episodes;
    traded += trades;
    for (const [type, count] of opened) opened.set(type, count + (deals[type] ?? 0));
    found.push(...wrong.map((what) => `round ${round}: ${what}`));
    process.stdout.write(`Round ${round}: ${played} episodes, ${traded} trades, ${found.length} faults.\n`);
    for (const what of wrong) process.stdout.write(`  ${what}\n`);
  }
  expect(found, `seed '${SEED}'`).toEqual([]);
  // Without a deal of each type that has traded, the books would agree about nothing.
  for (const [type, count] of opened) expect(count, type).toBeGreaterThan(0);
}, 7_200_000);
