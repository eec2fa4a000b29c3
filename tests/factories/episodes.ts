import { setTimeout as sleep } from 'node:timers/promises';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { blockHistory } from './block-history.ts';
import { disagreements } from './both-books.ts';
import { Episode, type Ground, PATIENCE, type Trader } from './episode.ts';
import { calm, dice, weather } from './episode-weather.ts';
import { watchSlices } from './slices-watch.ts';
import { trader } from './visitor.ts';

const STORM_MS = 12_000;
const SAMPLE_MS = 3000;

interface Verdict {
  duplicates: string[];
  forgotten: string[];
  mislabelled: string[];
  /** Longest time that a position held coins without the protection it was to have, ms, by what went wrong in its episode. */
  unprotected: Map<string, number>;
  /** The longest of them, with what its row said meanwhile and what the exchange had of it. */
  longest: { ms: number; told: string } | null;
  /** More of a block with a plan was to go out, at some moment, than it held. */
  oversold: string[];
  /** More than one slice that had a stop was without one at some moment. */
  twoBare: string[];
  /** Longest time that coins of a plan had a stop neither on the exchange nor here, ms, by what went wrong. */
  bare: Map<string, number>;
  /** How many positions with a plan were looked at, all looks together. */
  looks: number;
}

async function watch(episodes: readonly Episode[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(SAMPLE_MS);
    for (const episode of episodes) await episode.look();
  }
}

/** Episodes side by side on one market: presses, faults and moves by the seed, then calm, and what the book says. */
export async function playRound(ground: Ground, of: { traders: readonly Trader[]; seed: string }): Promise<Verdict> {
  const { site, control, kills } = ground;
  const episodes = of.traders.map((who, index) => new Episode(ground, { who, seed: `${of.seed} ${index}` }));
  for (const episode of episodes) await episode.prepare();
  const storm = new AbortController();
  const over = new AbortController();
  const watching = watch(episodes, over.signal);
  const playing = episodes.map((episode) => episode.live(storm.signal));
  const book = watchSlices(site, over.signal);
  const blowing = weather(control, dice(of.seed), storm.signal);
  await Promise.all([sleep(STORM_MS), kills?.(dice(`${of.seed} kills`))]);
  storm.abort();
  await Promise.all([blowing, ...playing]);
  await calm(control);
  const { sql } = site.database;
  await Promise.all(episodes.map((episode) => episode.clear()));
  const forgotten = async () => (await disagreements(sql)).map(({ id }) => id);
  await until(async () => {
    if ((await forgotten()).length > 0) throw new Error('orders are in doubt');
  }, PATIENCE).catch(() => 'they are counted below');
  over.abort();
  await watching;
  const seen = await book;
  const judged = await judge(episodes, seen.bare);
  return { ...seen, ...judged, longest: await longestOf(site, episodes), forgotten: await forgotten() };
}

async function longestOf(site: Ground['site'], episodes: readonly Episode[]): Promise<Verdict['longest']> {
  const all = episodes.flatMap(({ unprotected: { longest }, faults }) => (longest ? [{ ...longest, faults }] : []));
  const [longest] = all.toSorted((one, other) => other.ms - one.ms);
  if (!longest) return null;
  const { blockId, ms, said, faults } = longest;
  const history = await blockHistory(site, blockId);
  return { ms, told: [`block ${blockId}, ${[...faults].join(', ')}`, ...said, history].join('\n    ') };
}

async function judge(
  episodes: readonly Episode[],
  bareFor: ReadonlyMap<string, number>,
): Promise<Pick<Verdict, 'duplicates' | 'mislabelled' | 'unprotected'> & { bare: Map<string, number> }> {
  const [duplicates, mislabelled]: [string[], string[]] = [[], []];
  const [unprotected, bare] = [new Map<string, number>(), new Map<string, number>()];
  const note = (times: Map<string, number>, fault: string, ms: number) =>
    times.set(fault, Math.max(times.get(fault) ?? 0, ms));
  for (const episode of episodes) {
    duplicates.push(...(await episode.duplicates()));
    mislabelled.push(...episode.wrong);
    for (const fault of episode.faults.size > 0 ? episode.faults : ['none']) {
      note(unprotected, fault, episode.unprotected.longest?.ms ?? 0);
      note(bare, fault, bareFor.get(episode.who.paperKey) ?? 0);
    }
  }
  return { duplicates, mislabelled, unprotected, bare };
}

/** People with a funded key, for all rounds. */
export async function people(site: TestSite, count: number): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (let index = 0; index < count; index += 1) traders.push(await trader(site));
  return traders;
}
