import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from '../rehearsal/measures.ts';

const NS_PER_MS = 1e6;

/** None of a process that has ended meanwhile, as PostgreSQL's helpers do. */
function threadsOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What has run so far of a process's threads, ms; finer than the clock ticks of /proc/…/stat. */
function ranFor(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const times = threadsOf(folder).map((thread) => {
    try {
      return Number(readFileSync(join(folder, thread, 'schedstat'), 'utf8').split(' ')[0]);
    } catch {
      return 0; // It has ended meanwhile.
    }
  });
  return times.reduce((total, time) => total + time, 0) / NS_PER_MS;
}

/** CPU of a process's main thread, ms since its start. */
export const mainThreadCpu = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / NS_PER_MS;

/** CPU of the PostgreSQL in a data folder, ms since its start. */
export function postgresMeter(folder: string): () => number {
  const [postmaster] = readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8')
    .split('\n')
    .map(Number);
  return () => childrenOf(postmaster ?? 0).reduce((total, each) => total + ranFor(each), 0);
}

/** CPU of a server and of the PostgreSQL in a data folder, ms since their start. Other work on the machine changes it little. */
export function cpuMeter(pid: number, folder: string): () => number {
  const postgres = postgresMeter(folder);
  return () => ranFor(pid) + postgres();
}
