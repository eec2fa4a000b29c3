import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReplayJob } from './replay-job.ts';
import { runSearch, type SearchJob } from './search-job.ts';
import { runJob } from './run-job.ts';

const LOWEST = 19;
const TELL_EVERY_MS = 250;

// On Linux this is of the thread alone; elsewhere it would be of the whole process.
if (process.platform === 'linux') setPriority(LOWEST);

let told = 0;
const tell = (part: number): void => {
  const now = performance.now();
  if (now - told < TELL_EVERY_MS) return;
  told = now;
  parentPort?.postMessage({ part }, []);
};
const job = workerData as ReplayJob | SearchJob;
const result = 'tries' in job ? runSearch(job, tell) : runJob(job, tell);
parentPort?.postMessage({ result }, []);
