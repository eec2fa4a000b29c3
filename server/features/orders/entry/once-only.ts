import { createHash } from 'node:crypto';
import { Refusal } from '../../../lib/errors.ts';
import type { OrderNeeds } from '../needs.ts';
import { requestsStore, type RequestRow } from './requests.store.ts';

const KEPT_FOR = 48 * 3_600_000;
const SAME_BODY_WITHIN = 3000;
/** A call without an answer after so long was cut off by a crash. */
const ANSWERED_WITHIN = 60_000;

const CUT_OFF = 'This order was sent before and was cut off. Its row, if there is one, shows what became of it.';

interface Call<T> {
  /** The Idempotency-Key, if one came, and what makes two calls the same. */
  request: { key: string | null; body: string };
  /** What it answers must survive JSON. */
  work: () => Promise<T>;
  /** Whether a first answer is still one to give; if not, the call is made anew. */
  holds: (answer: T) => Promise<boolean>;
}

/** What was answered first; refuses where there is no such answer yet, or never will be. */
function firstAnswer(first: RequestRow, bodyHash: string, now: number): unknown {
  if (first.bodyHash !== bodyHash)
    throw new Refusal('unprocessable', 'This Idempotency-Key was used for another order.');
  const kept = first.answer as { answered: unknown } | { failed: true } | null;
  if (kept === null && now - first.createdAt < ANSWERED_WITHIN)
    throw new Refusal('conflict', 'This order is already being placed.');
  if (kept === null || 'failed' in kept) throw new Refusal('exchange-failed', CUT_OFF);
  return kept.answered;
}

/**
 * M-06: the same call again does nothing and gets the first answer. The same call is the same Idempotency-Key, or
 * without one the same body within 3 s.
 */
export async function onceOnly<T>(needs: OrderNeeds, userId: string, { request, work, holds }: Call<T>): Promise<T> {
  const store = requestsStore(needs.db, userId);
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  const requestKey = request.key === null ? `body ${bodyHash}` : `key ${request.key.slice(0, 200)}`;
  const now = needs.clock();
  const forgetBefore = now - (request.key === null ? SAME_BODY_WITHIN : KEPT_FOR);
  const first = await store.begin({ requestKey, bodyHash, createdAt: now, forgetBefore });
  if (first) {
    const answered = firstAnswer(first, bodyHash, now) as T;
    if (await holds(answered)) return answered;
    if (!(await store.claim(first, now))) throw new Refusal('conflict', 'This order is already being placed.');
  }
  // Not waited for: until it is written the same call is told that the order is being placed, which is as true.
  const later = (kept: Promise<void>) =>
    void kept.catch((error: unknown) => needs.log.error({ err: error }, 'an answer could not be kept'));
  try {
    const answered = await work();
    later(store.finish(requestKey, { answered }));
    return answered;
  } catch (error) {
    // A refusal comes before anything is sent; whatever else is thrown leaves it open.
    later(error instanceof Refusal ? store.forget(requestKey) : store.finish(requestKey, { failed: true }));
    throw error;
  }
}
