import { lte } from 'drizzle-orm';
import type { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../../db/database.ts';
import { requestLimits } from '../../db/schema/runtime.ts';
import { systemClock } from '../../lib/clock.ts';
import { hashedName } from './hashed-name.ts';

export interface Limit {
  /** What it counts; unique among the limits of the site. */
  name: string;
  /** How many per window. */
  most: number;
  /** ms, in whole seconds. A window begins with its first count. */
  windowMs: number;
}

/** Where a count stands. */
export interface Usage {
  count: number;
  /** End of its window, UTC epoch ms by this machine's clock, which the package uses. */
  endsAt: number;
}

const usageOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Usage => ({
  count: consumedPoints,
  endsAt: systemClock() + msBeforeNext,
});

/** Loaded with the first attempt: a start is not to wait for it. */
const library = () => import('rate-limiter-flexible');

/** The counts of one limit, shared by all processes. */
export function countsStore(db: Db, { name, most, windowMs }: Limit) {
  let opened: RateLimiterDrizzle | null = null;
  async function limiter(): Promise<RateLimiterDrizzle> {
    const { RateLimiterDrizzle: Limiter } = await library();
    opened ??= new Limiter({
      storeClient: db,
      schema: requestLimits,
      points: most,
      duration: windowMs / 1000,
      keyPrefix: '',
      // The package never stops its timer; expired-counts.ts deletes instead.
      clearExpiredByTimeout: false,
    });
    return opened;
  }
  const keyOf = (who: string) => hashedName(name, who);
  return {
    most,
    async read(who: string): Promise<Usage | null> {
      const found = await (await limiter()).get(keyOf(who));
      return found && usageOf(found);
    },
    /** Counts in one statement, even above the limit. */
    async count(who: string): Promise<Usage> {
      try {
        return usageOf(await (await limiter()).consume(keyOf(who)));
      } catch (error) {
        const { RateLimiterRes: Over } = await library();
        if (error instanceof Over) return usageOf(error);
        throw error;
      }
    },
    /** Undoes a count of the window that ends then; once that is over there is nothing to undo. */
    async giveBack(who: string, endsAt: number): Promise<void> {
      if (systemClock() < endsAt) await (await limiter()).reward(keyOf(who));
    },
  };
}
export type CountsStore = ReturnType<typeof countsStore>;

export async function deleteExpiredCounts(db: Db, now: number): Promise<void> {
  await db.delete(requestLimits).where(lte(requestLimits.expire, new Date(now)));
}
