import type { Clock } from '../../lib/clock.ts';
import { tooMany } from './too-many.ts';

/** At most `most` per name in any `windowMs`. In memory: each process counts separately, and no call waits for it. */
export function rateLimit({ most, windowMs, clock }: { most: number; windowMs: number; clock: Clock }) {
  const seen = new Map<string, number[]>();
  const recent = (name: string) => (seen.get(name) ?? []).filter((time) => time > clock() - windowMs);
  const forgetOld = () => {
    for (const name of seen.keys()) if (recent(name).length === 0) seen.delete(name);
  };
  return {
    /** Counts, or throws with the time to wait when the limit is reached. */
    take(name: string, sentence: string): void {
      const times = recent(name);
      const [oldest] = times;
      if (times.length >= most && oldest !== undefined) throw tooMany(sentence, oldest + windowMs - clock());
      seen.set(name, [...times, clock()]);
      if (seen.size > 10_000) forgetOld();
    },
  };
}
