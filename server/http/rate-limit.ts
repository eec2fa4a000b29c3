import type { Clock } from '../lib/clock.ts';
import { Refusal } from '../lib/errors.ts';

/** At most `most` in any `windowMs`, by name. In memory: each server counts for itself. */
export function rateLimit({ most, windowMs, clock }: { most: number; windowMs: number; clock: Clock }) {
  const seen = new Map<string, number[]>();
  const recent = (name: string) => (seen.get(name) ?? []).filter((time) => time > clock() - windowMs);
  const forgetOld = () => {
    for (const name of seen.keys()) if (recent(name).length === 0) seen.delete(name);
  };
  const limiter = {
    /** Refuses, with the seconds to wait, when there were too many already. */
    check(name: string, sentence: string): void {
      const times = recent(name);
      const [oldest] = times;
      if (times.length >= most && oldest !== undefined) {
        throw new Refusal('too-many', sentence, { retryAfter: (oldest + windowMs - clock()) / 1000 });
      }
    },
    count(name: string): void {
      seen.set(name, [...recent(name), clock()]);
      if (seen.size > 10_000) forgetOld();
    },
    take(name: string, sentence: string): void {
      limiter.check(name, sentence);
      limiter.count(name);
    },
  };
  return limiter;
}
