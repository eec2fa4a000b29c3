import { createHash } from 'node:crypto';
import { Refusal } from '../../lib/errors.ts';
import type { OrderNeeds } from './needs.ts';
import { requestsStore, type RequestRow } from './requests.store.ts';

const KEPT_FOR = 48 * 3_600_000;
const SAME_BODY_WITHIN = 3000;
/** A call without an answer after so long was cut off by a crash. */
const ANSWERED_WITHIN = 60_000;

const BEING_LOOKED_UP = 'This order was sent before and its fate is being looked up. Its row shows what became of it.';

interface Call<T> {
  /** The Idempotency-Key, if one came, and what makes two calls the same. */
  request: { key: string | null; body: string };
  /** What it answers must survive JSON. */
  work: () => Promise<T>;
}

/** What was answered first; refuses where there is no such answer to give. */
function firstAnswer(first: RequestRow, bodyHash: string, now: number): unknown {
  if (first.bodyHash !== bodyHash)
    throw new Refusal('unprocessable', 'This Idempotency-Key was used for another order.');
  const kept = first.answer as { answered: unknown } | { thrown: true } | null;
  if (kept === null && now - first.createdAt < ANSWERED_WITHIN)
    throw new Refusal('conflict', 'This order is already being placed.');
  if (kept === null || 'thrown' in kept) throw new Refusal('exchange-failed', BEING_LOOKED_UP);
  return kept.answered;
}

/**
 * M-06: the same call again does nothing and gets the first answer. The same call is the same Idempotency-Key, or
 * without one the same body within 3 s.
 */
export async function onceOnly<T>(
  { db, clock, log }: OrderNeeds,
  userId: string,
  { request, work }: Call<T>,
): Promise<T> {
  const store = requestsStore(db, userId);
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  const requestKey = request.key === null ? `body ${bodyHash}` : `key ${request.key.slice(0, 200)}`;
  const now = clock();
  const forgetBefore = now - (request.key === null ? SAME_BODY_WITHIN : KEPT_FOR);
  const first = await store.begin({ requestKey, bodyHash, createdAt: now, forgetBefore });
  if (first) return firstAnswer(first, bodyHash, now) as T;
  // Not waited for: until it is written the same call is told that the order is being placed, which is as true.
  const keep = (answer: unknown) => {
    store
      .finish(requestKey, answer)
      .catch((error: unknown) => log.error({ err: error }, 'an answer could not be kept'));
  };
  try {
    const answered = await work();
    keep({ answered });
    return answered;
  } catch (error) {
    keep({ thrown: true });
    throw error;
  }
}
