import { networksOf } from '../../lib/network-of.ts';
import { rateLimit } from './rate-limit.ts';

type Limit = Parameters<typeof rateLimit>[0];

/** A client's attempt; attempts `at` different things are counted separately. */
interface Attempt {
  address: string;
  at?: string;
}

const joined = (network: string, at: string | undefined) => (at === undefined ? network : `${at} ${network}`);

/** S-52: `most` in any window from one address or one /64, and ten times as many from a /48. */
export function networkLimit({ most, ...window }: Limit) {
  const byTimes = new Map<number, ReturnType<typeof rateLimit>>();
  const limitOf = (times: number) => {
    const limit = byTimes.get(times) ?? rateLimit({ most: most * times, ...window });
    byTimes.set(times, limit);
    return limit;
  };
  const limits = ({ address, at }: Attempt) =>
    networksOf(address).map(({ name, times }) => ({ limit: limitOf(times), name: joined(name, at) }));
  const limiter = {
    check(attempt: Attempt, sentence: string): void {
      for (const { limit, name } of limits(attempt)) limit.check(name, sentence);
    },
    count(attempt: Attempt): void {
      for (const { limit, name } of limits(attempt)) limit.count(name);
    },
    /** Undoes a count. */
    giveBack(attempt: Attempt): void {
      for (const { limit, name } of limits(attempt)) limit.giveBack(name);
    },
    take(attempt: Attempt, sentence: string): void {
      limiter.check(attempt, sentence);
      limiter.count(attempt);
    },
  };
  return limiter;
}
