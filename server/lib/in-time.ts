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
