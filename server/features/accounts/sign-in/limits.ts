import { rateLimit } from '../../../http/rate-limit.ts';
import type { Clock } from '../../../lib/clock.ts';

const MINUTE = 60_000;

/** Where a password is tried from, and for whom. */
export interface Attempt {
  emailKey: string;
  address: string;
}

const nameOf = ({ emailKey, address }: Attempt) => `${emailKey} ${address}`;

/** S-05: nobody else's mistakes keep a person out, only those from the same address. */
export function passwordLimits(clock: Clock) {
  const here = rateLimit({ most: 10, windowMs: 15 * MINUTE, clock });
  const fromAddress = rateLimit({ most: 100, windowMs: 60 * MINUTE, clock });
  return {
    /** What the check finds; every attempt counts until it has proved right, so that many at once are counted too. */
    async counted<T>(attempt: Attempt, check: () => Promise<T | null>): Promise<T | null> {
      const { address } = attempt;
      fromAddress.check(address, 'Too many wrong passwords from your network.');
      here.take(nameOf(attempt), 'Too many wrong passwords.');
      fromAddress.count(address);
      const found = await check();
      if (found !== null) {
        here.giveBack(nameOf(attempt));
        fromAddress.giveBack(address);
      }
      return found;
    },
  };
}
export type PasswordLimits = ReturnType<typeof passwordLimits>;
