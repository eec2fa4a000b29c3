import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mainThreadCpu } from '../cpu.ts';
import { root } from '../site.ts';
import { digest } from './digest.ts';
import type { Profiler } from './profiler.ts';

const FOLDER = join(root, 'dist', 'profiles');

interface Profiled {
  name: string;
  profiler: Profiler;
  /** Of the process that is profiled. */
  pid: number;
  /** CPU of PostgreSQL, ms, where it takes part. */
  postgres?: () => number;
}

/** Profiles the work, which says how many units it did, and prints what a unit cost. */
export async function profiled(of: Profiled, work: () => Promise<number>): Promise<void> {
  const { name, profiler, pid, postgres = () => 0 } = of;
  await profiler.start();
  const [before, databaseBefore] = [mainThreadCpu(pid), postgres()];
  const count = await work();
  const [cpu, database] = [mainThreadCpu(pid) - before, postgres() - databaseBefore];
  const { profile, text } = await profiler.stop();
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${name.replace(/\W+/g, '-')}.cpuprofile`);
  writeFileSync(file, text);
  const found = digest(profile);
  const busy = found.all - found.idle;
  // A sample is taken by the clock, whether the thread had a core or waited for one.
  const perUnit = (time: number) => `${((time / busy) * (cpu / count)).toFixed(4)} ms`;
  const share = (time: number, all: number) => `${((100 * time) / all).toFixed(0)} %`;
  console.log(`\n${name}: ${(cpu / count).toFixed(3)} ms of the main thread each, ${count} of them`);
  console.log(`  PostgreSQL ${(database / count).toFixed(3)} ms; idle ${share(found.idle, found.all)} of the time`);
  console.log(`  of what is not idle: collection ${share(found.collected, busy)}, native ${share(found.native, busy)}`);
  const lists = {
    'of its own': found.functions,
    'of a package or a file': found.places,
    'with all that a file calls': found.files,
  };
  for (const [what, list] of Object.entries(lists)) {
    console.log(`  ${what}:`);
    for (const each of list) console.log(`    ${perUnit(each.time)}  ${share(each.time, busy)}  ${each.name}`);
  }
  console.log(`  ${file}`);
}
