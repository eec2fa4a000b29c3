import type { Clock } from '../../lib/clock.ts';
import { Refusal } from '../../lib/errors.ts';

/** '40 seconds', '12 minutes': rounded up. */
function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 100 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** At most `most` per name in any `windowMs`. In memory: each process counts separately. */
export function rateLimit({ most, windowMs, clock }: { most: number; windowMs: number; clock: Clock }) {
  const seen = new Map<string, number[]>();
  const recent = (name: string) => (seen.get(name) ?? []).filter((time) => time > clock() - windowMs);
  const forgetOld = () => {
    for (const name of seen.keys()) if (recent(name).length === 0) seen.delete(name);
  };
  const limiter = {
    /** Throws with the time to wait when the limit is reached. */
    check(name: string, sentence: string): void {
      const times = recent(name);
      const [oldest] = times;
      if (times.length >= most && oldest !== undefined) {
        const retryAfter = (oldest + windowMs - clock()) / 1000;
        throw new Refusal('too-many', `${sentence} Try again in ${inWords(retryAfter)}.`, { retryAfter });
      }
    },
    count(name: string): void {
      seen.set(name, [...recent(name), clock()]);
      if (seen.size > 10_000) forgetOld();
    },
    /** Undoes a count. */
    giveBack(name: string): void {
      seen.set(name, recent(name).slice(0, -1));
    },
    /** False when the limit is reached. */
    tryTake(name: string): boolean {
      if (recent(name).length >= most) return false;
      limiter.count(name);
      return true;
    },
    take(name: string, sentence: string): void {
      limiter.check(name, sentence);
      limiter.count(name);
    },
  };
  return limiter;
}
