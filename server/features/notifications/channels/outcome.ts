import type { Delivery } from '../deliveries/deliveries.store.ts';

/**
 * What became of a try. `gone`: nobody is there to be told any more. `failed`: it will never be taken. `later`: worth
 * another try, in `retryAfter` ms at the earliest where that is known. `turn`: not tried, its turn comes at `at`.
 */
export type Outcome =
  | { outcome: 'sent' }
  | { outcome: 'gone'; reason: string }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'later'; reason: string; retryAfter: number }
  | { outcome: 'turn'; at: number };

/** Brings one delivery to its channel. `signal` breaks it off: it is then due again for the next worker. */
export type Deliver = (delivery: Delivery, signal: AbortSignal) => Promise<Outcome>;
