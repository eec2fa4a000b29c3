import { readFileSync } from 'node:fs';

const MB_PER_KB = 1024 / 1e6;

/** Memory of a process that is resident, in MB. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (kilobytes === undefined) throw new Error(`Process ${pid} has no memory.`);
  return Number(kilobytes) * MB_PER_KB;
}
