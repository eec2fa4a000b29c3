import { createHash } from 'node:crypto';
import type { Tx } from '../../../db/client.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { OrderNeeds } from '../needs.ts';
import { requestsStore, type RequestRow } from './requests.store.ts';

const KEPT_FOR = 48 * 3_600_000;
const SAME_BODY_WITHIN = 3000;
/** A call that has written no order by then was cut off, and the same call takes its place. */
const WRITTEN_WITHIN = 10_000;

export const underWay = (): Refusal => new Refusal('conflict', 'This order is already being placed.');

/** Called where an order's block is written: it stands beside its call, or neither is written. */
export type Note = (tx: Tx, blockId: string) => Promise<void>;

interface Call<T> {
  /** The Idempotency-Key, if one came, and what makes two calls the same. */
  request: { key: string | null; body: string };
  /** What it answers must survive JSON. */
  work: (note: Note) => Promise<T>;
  /** What a block that was written is answered; null where it came to nothing. Refuses while nobody knows. */
  recall: (blockId: string) => Promise<T | null>;
}

/** What was answered first, or is to be now that it is known; null where the call is to be made anew. */
async function firstAnswer<T>(first: RequestRow, bodyHash: string, of: Pick<Call<T>, 'recall'> & { now: number }) {
  if (first.bodyHash !== bodyHash)
    throw new Refusal('unprocessable', 'This Idempotency-Key was used for another order.');
  const kept = first.answer as { answered: T } | { block: string } | null;
  if (kept) return 'answered' in kept ? kept.answered : of.recall(kept.block);
  if (of.now - first.createdAt < WRITTEN_WITHIN) throw underWay();
  return null;
}

/**
 * M-06: the same call again does nothing and gets the first answer. The same call is the same Idempotency-Key, or
 * without one the same body within 3 s.
 */
export async function onceOnly<T>(needs: OrderNeeds, userId: string, { request, work, recall }: Call<T>): Promise<T> {
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  const requestKey = request.key === null ? `body ${bodyHash}` : `key ${request.key.slice(0, 200)}`;
  const store = requestsStore(needs.db, userId, requestKey);
  const now = needs.clock();
  const forgetBefore = now - (request.key === null ? SAME_BODY_WITHIN : KEPT_FOR);
  // Not waited for: until it is written the same call is told that the order is being placed, or what became of it.
  const later = (kept: Promise<void>) =>
    void kept.catch((error: unknown) => needs.log.error({ err: error }, 'an answer could not be kept'));
  const first = await store.begin({ bodyHash, createdAt: now, forgetBefore });
  if (first) {
    const answered = await firstAnswer(first, bodyHash, { recall, now });
    if (answered !== null) {
      later(store.finish(first.createdAt, { answered }));
      return answered;
    }
    if (!(await store.claim(first, now))) throw underWay();
  }
  try {
    const answered = await work(async (tx, blockId) => {
      if (!(await store.note(tx, { begunAt: now, blockId }))) throw underWay();
    });
    later(store.finish(now, { answered }));
    return answered;
  } catch (error) {
    // What was written stays, and is asked about.
    later(store.forgetUnwritten(now));
    throw error;
  }
}
