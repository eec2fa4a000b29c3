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
