import { setTimeout as sleep } from 'node:timers/promises';

/** What the work comes to, or null when that takes longer than so many ms; the work itself goes on. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const over = new AbortController();
  try {
    return await Promise.race([work, sleep(ms, null, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}
