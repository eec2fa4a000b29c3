import { HOUR } from '#contracts/rules/time.ts';
import { networkLimit } from '../../runtime/request-limits/network-limit.ts';
import { isLoopback } from '../../lib/network-of.ts';
import { rateLimit } from '../../runtime/request-limits/rate-limit.ts';
import type { Clock } from '../../lib/clock.ts';

const OFTEN = 'Too many accounts were made from your network.';

/** Limits new accounts, and how often a network learns that an address has one. */
export function signUpLimits(clock: Clock) {
  const made = networkLimit({ most: 100, windowMs: HOUR, clock });
  // Loopback clients are the operator's own, or come through an untrusted proxy.
  const madeHere = rateLimit({ most: 1000, windowMs: HOUR, clock });
  const taken = networkLimit({ most: 5, windowMs: HOUR, clock });
  let before: Promise<unknown> = Promise.resolve();

  async function look(address: string, isTaken: () => Promise<boolean>): Promise<boolean> {
    taken.check({ address }, 'Too many attempts.');
    const found = await isTaken();
    if (found) taken.count({ address });
    return found;
  }

  return {
    /** S-51. */
    take(address: string): void {
      if (isLoopback(address)) madeHere.take('here', OFTEN);
      else made.take({ address }, OFTEN);
    },
    /**
     * S-56: whether an e-mail address has an account; a network may learn that five times an hour, after which every
     * sign-up from there is refused alike. Serialized, so that concurrent requests learn no more.
     */
    isTaken(address: string, find: () => Promise<boolean>): Promise<boolean> {
      const mine = before.then(() => look(address, find));
      before = mine.catch(() => {});
      return mine;
    },
  };
}
export type SignUpLimits = ReturnType<typeof signUpLimits>;
