import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { liveRatioRow } from './live/live.bench.ts';
import { median, type Row } from './measure.ts';
import { orderRow } from './order.bench.ts';
import { pushRow } from './push.bench.ts';

/** Later work may cost so many times what was reached. */
const SLACK = 1.25;
/** What another program does meanwhile may cost a row one measurement, not three. */
const TRIES = 3;
const RUNS = 5;
/** A row whose runs lie farther apart is told, and decides nothing. */
const STEADY = 0.1;
const FILE = join(import.meta.dirname, 'kept.json');

interface Kept {
  /** CPU over that of its floor in the same run: the median when it was kept. */
  ratio: number;
  /** How far the runs lay apart then: the largest over the smallest, less 1. */
  spread: number;
}

/** Short versions of the rows whose cost is compared with a floor's: less than half a minute each. */
const SHORT: Record<string, () => Promise<Row[]>> = {
  push: async () => [await pushRow()],
  live: async () => [await liveRatioRow({ sockets: 1000, rounds: 5 })],
  order: async () => [await orderRow({ warmUp: 1, rounds: 3 })],
};

type Measured = ReadonlyMap<string, number>;

const ratiosOf = (rows: readonly Row[]): Measured =>
  new Map(rows.flatMap(({ name, ratio }) => (ratio === undefined ? [] : [[name, ratio] as const])));

const isGated = ({ spread }: Kept): boolean => spread < STEADY;
const limitOf = ({ ratio }: Kept): number => ratio * SLACK;

function rowOf(name: string, found: number, kept: Kept): Row {
  const limit = limitOf(kept);
  return {
    name,
    found: `${found.toFixed(2)} times its floor, ${kept.ratio.toFixed(2)} when it was kept`,
    goal: isGated(kept)
      ? `at most ${limit.toFixed(2)}`
      : `told: its runs lay ${(kept.spread * 100).toFixed(0)} % apart`,
    met: !isGated(kept) || found <= limit,
  };
}

/** The lowest of a few tries: a row that has become dearer is so in each. */
async function lowest(measure: () => Promise<Measured>, kept: ReadonlyMap<string, Kept>): Promise<Measured> {
  const found = new Map<string, number>();
  const isOver = ([name, of]: [string, Kept]) => isGated(of) && (found.get(name) ?? Infinity) > limitOf(of);
  for (let tries = 0; tries < TRIES && (tries === 0 || [...kept].some(isOver)); tries += 1)
    for (const [name, ratio] of await measure())
      if (kept.has(name)) found.set(name, Math.min(ratio, found.get(name) ?? Infinity));
  return found;
}

/** By bench, then by row. */
type File = Record<string, Record<string, Kept>>;

/** What was gained is still there: each steady row is at most `SLACK` times what it was when it was kept. */
export async function keptRows(): Promise<Row[]> {
  const file = JSON.parse(readFileSync(FILE, 'utf8')) as File;
  const rows: Row[] = [];
  for (const [bench, of] of Object.entries(file)) {
    const kept = new Map(Object.entries(of));
    const measure = SHORT[bench];
    if (!measure || ![...kept.values()].some(isGated)) continue;
    const found = await lowest(async () => ratiosOf(await measure()), kept);
    for (const [name, each] of kept) rows.push(rowOf(name, found.get(name) ?? Infinity, each));
  }
  return rows;
}

/** Measures each row `RUNS` times and keeps what is found. */
export async function keepRows(): Promise<Row[]> {
  const file: File = {};
  const rows: Row[] = [];
  for (const [bench, measure] of Object.entries(SHORT)) {
    const runs: Measured[] = [];
    while (runs.length < RUNS) runs.push(ratiosOf(await measure()));
    const names = [...(runs[0]?.keys() ?? [])];
    const kept = names.map((name): [string, Kept] => {
      const ratios = runs.map((run) => run.get(name) ?? Infinity);
      const spread = Math.max(...ratios) / Math.min(...ratios) - 1;
      return [name, { ratio: Number(median(ratios).toFixed(3)), spread: Number(spread.toFixed(3)) }];
    });
    file[bench] = Object.fromEntries(kept);
    rows.push(...kept.map(([name, each]) => rowOf(name, each.ratio, each)));
    writeFileSync(FILE, `${JSON.stringify(file, null, 2)}\n`);
  }
  return rows;
}
