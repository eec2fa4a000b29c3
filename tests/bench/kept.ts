import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alertPaceRow } from './alerts.bench.ts';
import { atRestRow } from './at-rest.bench.ts';
import { fewCopiesRows } from './copies.bench.ts';
import { crowdOrderRow } from './crowd-orders.bench.ts';
import { growthRows } from './growth.bench.ts';
import { killedRow } from './killed.bench.ts';
import { liveRatioRow } from './live/live.bench.ts';
import { median, type Row } from './measure.ts';
import { mixedAtLimitsRows } from './mixed-alerts.bench.ts';
import { orderRow } from './order.bench.ts';
import { pushRow } from './push.bench.ts';
import { readRows } from './reads.bench.ts';
import { signInRows } from './sign-in.bench.ts';
import { startRow } from './start.bench.ts';

/** Later work may cost so many times what was reached. */
const SLACK = 1.25;
/** What another program does meanwhile may cost a row some measurements, not all. */
const TRIES = 5;
const RUNS = 5;
const FILE = join(import.meta.dirname, 'kept.json');

/** Short versions of the rows whose cost is compared with a floor's. */
const SHORT: Record<string, () => Promise<Row[]>> = {
  alerts: async () => [await alertPaceRow(50_000)],
  'mixed-alerts': () => mixedAtLimitsRows({ rounds: 2 }),
  push: async () => [await pushRow()],
  start: async () => [await startRow({ rounds: 3 })],
  'at-rest': async () => [await atRestRow({ rounds: 1 })],
  killed: async () => [await killedRow({ rounds: 5 })],
  'sign-in': () => signInRows({ rounds: 1 }),
  reads: () => readRows({ connections: 32, calls: 8 }),
  order: async () => [await orderRow({ warmUp: 1, rounds: 3 })],
  'crowd-orders': async () => [await crowdOrderRow({ warmUp: 1, rounds: 3 })],
  copies: () => fewCopiesRows({ warmUp: 3, rounds: 3 }),
  live: async () => [await liveRatioRow({ sockets: 1000, rounds: 5 })],
  growth: () => growthRows({ rounds: 3 }),
};

type Measured = ReadonlyMap<string, number>;

const ratiosOf = (rows: readonly Row[]): Measured =>
  new Map(rows.flatMap(({ name, ratio }) => (ratio === undefined ? [] : [[name, ratio] as const])));

const limitOf = (kept: number): number => kept * SLACK;

function rowOf(name: string, found: number, kept: number): Row {
  const limit = limitOf(kept);
  return {
    name,
    found: `${found.toFixed(2)} times its floor, ${kept.toFixed(2)} when it was kept`,
    goal: `at most ${limit.toFixed(2)}`,
    met: found <= limit,
  };
}

/** The lowest of a few tries: a row that has become more expensive is so in each. */
async function lowest(measure: () => Promise<Measured>, kept: Measured): Promise<Measured> {
  const found = new Map<string, number>();
  const isOver = ([name, ratio]: [string, number]) => (found.get(name) ?? Infinity) > limitOf(ratio);
  for (let tries = 0; tries < TRIES && [...kept].some(isOver); tries += 1)
    for (const [name, ratio] of await measure()) found.set(name, Math.min(ratio, found.get(name) ?? Infinity));
  return found;
}

/** The median ratio of each row when it was kept, by bench, then by row. */
type File = Record<string, Record<string, number>>;

/** What was gained is still there: each row costs at most `SLACK` times what it did when it was kept. */
export async function keptRows(): Promise<Row[]> {
  const file = JSON.parse(readFileSync(FILE, 'utf8')) as File;
  const rows: Row[] = [];
  for (const [bench, of] of Object.entries(file)) {
    const kept = new Map(Object.entries(of));
    const measure = SHORT[bench];
    if (!measure) throw new Error(`${FILE} names ${bench}, of which there is no short version.`);
    const found = await lowest(async () => ratiosOf(await measure()), kept);
    for (const [name, ratio] of kept) rows.push(rowOf(name, found.get(name) ?? Infinity, ratio));
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
    const kept = [...(runs[0]?.keys() ?? [])].map((name): [string, number] => {
      const ratios = runs.map((run) => run.get(name) ?? Infinity);
      console.log(`${name}: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`);
      return [name, Number(median(ratios).toFixed(3))];
    });
    file[bench] = Object.fromEntries(kept);
    rows.push(...kept.map(([name, ratio]) => rowOf(name, ratio, ratio)));
    writeFileSync(FILE, `${JSON.stringify(file, null, 2)}\n`);
  }
  return rows;
}
