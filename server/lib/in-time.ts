import { setTimeout as sleep } from 'node:timers/promises';

/** The result of the work, or null when it takes longer; the work itself continues. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const over = new AbortController();
  try {
    return await Promise.race([work, sleep(ms, null, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

const SLICES = 20;

/**
 * Like `inTime`, but time in which this process is held up itself hardly counts: an answer that has arrived by then is
 * read first.
 */
export async function inTimeUnlessBusy<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const answer = work.then((value) => ({ value }));
  for (let slice = 0; slice < SLICES; slice += 1) {
    const found = await inTime(answer, ms / SLICES);
    if (found) return found.value;
  }
  return null;
}
