import { HOUR } from '#contracts/rules/time.ts';
import { isLoopback } from '../../lib/network-of.ts';
import type { SharedLimits } from '../../runtime/request-limits/shared-limits.ts';

const OFTEN = 'Too many accounts were made from your network.';

/** Limits new accounts, and how often a network learns that an address has one. */
export function signUpLimits(limits: SharedLimits) {
  const made = limits.perNetwork({ name: 'sign-ups', most: 100, windowMs: HOUR });
  // Loopback clients are the operator's own, or come through an untrusted proxy.
  const madeHere = limits.perName({ name: 'sign-ups from this machine', most: 1000, windowMs: HOUR });
  const taken = limits.perNetwork({ name: 'addresses with an account', most: 5, windowMs: HOUR });
  let before: Promise<unknown> = Promise.resolve();

  async function look(address: string, isTaken: () => Promise<boolean>): Promise<boolean> {
    const giveBack = await taken.take({ address }, 'Too many attempts.');
    const found = await isTaken();
    if (!found) await giveBack();
    return found;
  }

  return {
    /** S-51. */
    async take(address: string): Promise<void> {
      await (isLoopback(address) ? madeHere.take('here', OFTEN) : made.take({ address }, OFTEN));
    },
    /**
     * S-56: whether an e-mail address has an account; a network may learn that five times an hour, after which every
     * sign-up from there is refused alike. Counted before the look, so that concurrent requests learn no more; serialized
     * within a process, so that those for free addresses do not use up the five.
     */
    isTaken(address: string, find: () => Promise<boolean>): Promise<boolean> {
      const mine = before.then(() => look(address, find));
      before = mine.catch(() => {});
      return mine;
    },
  };
}
export type SignUpLimits = ReturnType<typeof signUpLimits>;
