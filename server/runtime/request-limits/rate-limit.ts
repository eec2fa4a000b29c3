import type { Clock } from '../../lib/clock.ts';
import { tooMany } from './too-many.ts';

/** Names, from which on those without a recent count are looked for, once in a window. */
const MANY = 10_000;

/** At most `most` per name in any `windowMs`. In memory: each process counts separately, and no call waits for it. */
export function rateLimit({ most, windowMs, clock }: { most: number; windowMs: number; clock: Clock }) {
  /** When each name was counted, the earliest first. */
  const seen = new Map<string, number[]>();
  let forgetAt = 0;

  function recent(name: string, now: number): number[] {
    const times = seen.get(name) ?? [];
    const first = times.findIndex((time) => time > now - windowMs);
    if (first !== 0) times.splice(0, first < 0 ? times.length : first);
    return times;
  }

  function forgetOld(now: number): void {
    for (const name of seen.keys()) if (recent(name, now).length === 0) seen.delete(name);
    forgetAt = now + windowMs;
  }

  return {
    /** Counts, or throws with the time to wait when the limit is reached. */
    take(name: string, sentence: string): void {
      const now = clock();
      const times = recent(name, now);
      const [oldest] = times;
      if (times.length >= most && oldest !== undefined) throw tooMany(sentence, oldest + windowMs - now);
      times.push(now);
      seen.set(name, times);
      if (seen.size > MANY && now >= forgetAt) forgetOld(now);
    },
  };
}
