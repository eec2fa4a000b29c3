import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { runBasket } from './basket-job.ts';
import type { AnyJob } from './run-in-worker.ts';
import { runJob } from './run-job.ts';
import { runSearch } from './search-job.ts';

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
function run(job: AnyJob) {
  if ('parts' in job) return runBasket(job, tell);
  return 'tries' in job ? runSearch(job, tell) : runJob(job, tell);
}

const result = run(workerData as AnyJob);
parentPort?.postMessage({ result }, []);
