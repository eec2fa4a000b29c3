import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { networkLimit } from '../../../http/network-limit.ts';
import type { Clock } from '../../../lib/clock.ts';

/** Where a password is tried from, and for whom. */
export interface Attempt {
  emailKey: string;
  address: string;
}

/** S-05: nobody else's mistakes keep a person out, only those from the same network. */
export function passwordLimits(clock: Clock) {
  const here = networkLimit({ most: 10, windowMs: 15 * MINUTE, clock });
  const fromNetwork = networkLimit({ most: 100, windowMs: HOUR, clock });
  return {
    /** What the check finds; every attempt counts until it has not proved wrong, so that many at once are counted too. */
    async counted<T>({ emailKey: at, address }: Attempt, check: () => Promise<T | null>): Promise<T | null> {
      fromNetwork.check({ address }, 'Too many wrong passwords from your network.');
      here.take({ address, at }, 'Too many wrong passwords.');
      fromNetwork.count({ address });
      let isWrong = false;
      try {
        const found = await check();
        isWrong = found === null;
        return found;
      } finally {
        if (!isWrong) {
          here.giveBack({ address, at });
          fromNetwork.giveBack({ address });
        }
      }
    },
  };
}
export type PasswordLimits = ReturnType<typeof passwordLimits>;
