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
    check(attempt: Attempt): void {
      here.check(nameOf(attempt), 'Too many wrong passwords.');
      fromAddress.check(attempt.address, 'Too many wrong passwords from your network.');
    },
    countFailure(attempt: Attempt): void {
      here.count(nameOf(attempt));
      fromAddress.count(attempt.address);
    },
  };
}
export type PasswordLimits = ReturnType<typeof passwordLimits>;
