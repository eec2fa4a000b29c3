import { MINUTE } from '#contracts/rules/time.ts';
import type { Credentials } from '../../exchange.ts';

/** Filled orders leave the count, so that there may be room before the time that the exchange named. */
const LONGEST = MINUTE;

/** Accounts whose order count is used up: orders that are sent all the same lead to a ban of the address. */
export function createAccountPauses() {
  const until = new Map<string, number>();
  return {
    pause(ms: number, credentials?: Credentials): void {
      if (credentials !== undefined && ms > 0) until.set(credentials.apiKey, performance.now() + Math.min(ms, LONGEST));
    },
    /** Ms until the account may place orders again. */
    left(credentials?: Credentials): number {
      if (credentials === undefined) return 0;
      const ms = (until.get(credentials.apiKey) ?? 0) - performance.now();
      if (ms <= 0) until.delete(credentials.apiKey);
      return Math.max(0, ms);
    },
  };
}
