import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { takeAll } from '../../../runtime/request-limits/attempts.ts';
import type { SharedLimits } from '../../../runtime/request-limits/shared-limits.ts';

/** A password attempt: for which account, and from where. */
export interface Attempt {
  emailKey: string;
  address: string;
}

/** S-05: failures lock out only their own network. */
export function passwordLimits(limits: SharedLimits) {
  const here = limits.perNetwork({ name: 'passwords of an account', most: 10, windowMs: 15 * MINUTE });
  const fromNetwork = limits.perNetwork({ name: 'passwords', most: 100, windowMs: HOUR });
  return {
    /** Runs a check; every attempt counts until it succeeds, so that concurrent attempts are counted too. */
    async counted<T>({ emailKey: at, address }: Attempt, check: () => Promise<T | null>): Promise<T | null> {
      const giveBack = await takeAll([
        ...fromNetwork.attempts({ address }, 'Too many wrong passwords from your network.'),
        ...here.attempts({ address, at }, 'Too many wrong passwords.'),
      ]);
      let isWrong = false;
      try {
        const found = await check();
        isWrong = found === null;
        return found;
      } finally {
        if (!isWrong) await giveBack();
      }
    },
  };
}
export type PasswordLimits = ReturnType<typeof passwordLimits>;
