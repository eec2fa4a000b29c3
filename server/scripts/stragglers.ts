import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Inherited by every process that a test run starts. */
export const RUN_MARK = 'TANDEM_TEST_RUN';

function readOf(pid: number, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    // Ended meanwhile, or of another user.
    return [];
  }
}

function marked(run: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && readOf(pid, 'environ').includes(`${RUN_MARK}=${run}`));
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Kills what a test run left running; returns the command lines. On Linux only: elsewhere it finds none. */
export async function endStragglers(run: string): Promise<string[]> {
  for (let patience = 10; patience > 0 && marked(run).length > 0; patience -= 1) await pause(200);
  const left = marked(run);
  const names = left.map((pid) => readOf(pid, 'cmdline').join(' ').trim() || `process ${pid}`);
  for (const pid of left) end(pid, 'SIGTERM');
  for (let patience = 25; patience > 0 && marked(run).length > 0; patience -= 1) await pause(200);
  for (const pid of marked(run)) end(pid, 'SIGKILL');
  return names;
}
