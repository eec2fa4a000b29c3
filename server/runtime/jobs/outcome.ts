import { backoff, jittered } from '#contracts/rules/backoff.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';

/**
 * The result of one attempt. `gone`: the recipient no longer exists. `failed`: final. `later`: retry, no sooner than
 * `retryAfter` ms. `turn`: not attempted; its rate-limit slot is at `at`.
 */
export type Outcome =
  | { outcome: 'sent' }
  | { outcome: 'gone'; reason: string }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'later'; reason: string; retryAfter: number }
  | { outcome: 'turn'; at: number };

interface Retry {
  /** Ms that the service asked for; 0 where it named none. */
  retryAfter: number;
  min?: number;
  random?: () => number;
}

/** one second, doubling to five minutes, up to 30% longer at random, never less than the service asked for. */
export const retryDelay = (retry: number, { retryAfter, min = SECOND, random }: Retry): number =>
  Math.max(retryAfter, jittered(backoff(retry, { min, max: 5 * MINUTE }), [1, 1.3], random));
