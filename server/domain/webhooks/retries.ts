import { jittered } from '../../contracts/rules/backoff.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../contracts/rules/time.ts';

/** W-15: before the second attempt, the third and so on, ms. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** Longer than all attempts take, ms. */
export const DELIVERY_LIFETIME = 10 * DAY;

/**
 * How long to wait after this many attempts in vain, ms: up to 10% longer at random, and as long as the receiver asked
 * for, a day at most. Null once there were enough.
 */
export function retryIn(attempts: number, { asked, random }: { asked: number; random?: () => number }): number | null {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? null : Math.max(jittered(wait, [1, 1.1], random), Math.min(asked, DAY));
}
