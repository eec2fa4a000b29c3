import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { root } from '../../../lib/root.ts';
import type { BasketJob } from './basket-job.ts';
import type { ReplayJob } from './replay-job.ts';
import type { SearchJob } from './search-job.ts';
import type { JobResult } from './run-job.ts';

export type AnyJob = ReplayJob | SearchJob | BasketJob;
type Posted = { part: number } | { result: JobResult };

/** A run took longer than it may, or was stopped. */
export class RunEnded extends Error {
  readonly reason: 'stopped' | 'too-long';
  /** How far it came, from 0 to 1. */
  readonly part: number;

  constructor(reason: 'stopped' | 'too-long', part: number) {
    super(reason);
    this.reason = reason;
    this.part = part;
  }
}

/** What the thread is given. */
export interface WorkerTask {
  job: AnyJob;
  niceness: number;
}

interface Options {
  signal: AbortSignal;
  /** Of the thread, from 0 to 19. */
  niceness: number;
  /** Ms. */
  within: number;
  onProgress?: (part: number) => void;
}

/** The sources run as they are; what is built of the server has the worker next to it. */
const FILE = import.meta.url.endsWith('.ts')
  ? new URL('./backtest-worker.ts', import.meta.url)
  : pathToFileURL(join(root, 'dist', 'server', 'backtest-worker.js'));

/** a run over the past in a thread of its own, which gives way to all else by its niceness. Throws RunEnded where it is stopped or takes too long. */
export async function runInWorker(job: AnyJob, { signal, niceness, within, onProgress }: Options): Promise<JobResult> {
  if (signal.aborted) throw new RunEnded('stopped', 0);
  const task: WorkerTask = { job, niceness };
  const worker = new Worker(FILE, { workerData: task });
  const done = new AbortController();
  let last = 0;
  const finished = new Promise<JobResult>((resolve, reject) => {
    worker.on('message', (posted: Posted) => {
      if ('result' in posted) return resolve(posted.result);
      last = posted.part;
      onProgress?.(last);
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new RunEnded('stopped', last)));
    signal.addEventListener('abort', () => reject(new RunEnded('stopped', last)), { signal: done.signal });
    sleep(within, undefined, { signal: done.signal, ref: false }).then(
      () => reject(new RunEnded('too-long', last)),
      () => {},
    );
  });
  try {
    return await finished;
  } finally {
    done.abort();
    await worker.terminate();
  }
}
