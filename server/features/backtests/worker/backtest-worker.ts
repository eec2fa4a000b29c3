import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { runBasket } from './basket-job.ts';
import type { WorkerTask } from './run-in-worker.ts';
import { runJob } from './run-job.ts';
import { runSearch } from './search-job.ts';

const POST_EVERY_MS = 250;
const { job, niceness } = workerData as WorkerTask;

// On Linux this is of the thread alone; elsewhere it would be of the whole process. Only root may make it more urgent than it is.
if (process.platform === 'linux') setPriority(Math.max(niceness, getPriority()));

let postedAt = 0;
const post = (part: number): void => {
  const now = performance.now();
  if (now - postedAt < POST_EVERY_MS) return;
  postedAt = now;
  parentPort?.postMessage({ part }, []);
};
function run() {
  if ('parts' in job) return runBasket(job, post);
  return 'tries' in job ? runSearch(job, post) : runJob(job, post);
}

const result = run();
parentPort?.postMessage({ result }, []);
