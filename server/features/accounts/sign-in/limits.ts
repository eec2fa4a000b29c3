import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { networkLimit } from '../../../runtime/request-limits/network-limit.ts';
import type { Clock } from '../../../lib/clock.ts';

/** A password attempt: for which account, and from where. */
export interface Attempt {
  emailKey: string;
  address: string;
}

/** S-05: failures lock out only their own network. */
export function passwordLimits(clock: Clock) {
  const here = networkLimit({ most: 10, windowMs: 15 * MINUTE, clock });
  const fromNetwork = networkLimit({ most: 100, windowMs: HOUR, clock });
  return {
    /** Runs a check; every attempt counts until it succeeds, so that concurrent attempts are counted too. */
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
