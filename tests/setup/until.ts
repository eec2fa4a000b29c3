import { vi } from 'vitest';

const SHORTEST = 10;
const LONGEST = 150;
/** What has not come for long is looked for less often: looking costs the processor that others wait for. */
const SHARE_OF_WAIT = 0.1;
/** As it is before a test makes one of its own. */
const now = performance.now.bind(performance);
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

interface Patience {
  /** Ms between two checks; by default they become rarer. */
  interval?: number;
  timeout?: number;
}

/** Until the check passes, with patience for a busy machine. */
export async function until<T>(check: () => T | Promise<T>, { interval, timeout = 60_000 }: Patience = {}): Promise<T> {
  // It moves their time on between two checks.
  if (vi.isFakeTimers()) return vi.waitFor(check, { timeout, interval: interval ?? SHORTEST });
  const begun = now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (now() - begun >= timeout) throw error;
    }
    const waited = now() - begun;
    await sleep(interval ?? Math.min(LONGEST, Math.max(SHORTEST, waited * SHARE_OF_WAIT)));
  }
}
