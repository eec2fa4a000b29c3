import { createHash } from 'node:crypto';
import { Refusal } from '../../lib/errors.ts';
import { newId } from '../../lib/id.ts';
import { underWay } from './commands/entry/recall-order.ts';
import type { OrderDeps } from './deps.ts';
import { KEPT_FOR, requestsStore } from './store/requests.store.ts';

const SAME_BODY_WITHIN = 3000;

interface Call<T> {
  /** The Idempotency-Key, if one came, and what makes two calls the same. */
  request: { key: string | null; body: string };
  /**
   * Places the order as this block. `isWritten` is false where it was refused before anything was written; null if the
   * same call has written the block already. The answer must survive JSON.
   */
  work: (blockId: string) => Promise<{ answer: T; isWritten: boolean } | null>;
  /** How the block of an earlier call is answered; refuses while its outcome is unknown. */
  recall: (blockId: string) => Promise<T | 'never-written' | 'not-placed'>;
}

/**
 * M-06: the same call again does nothing and gets the first answer. The same call is the same Idempotency-Key, or
 * without one the same body within 3 s. A call claims the id of its block before it works, and a block is written once
 * for an id: whatever crashes in between, the same call finds that block or writes it.
 */
export async function idempotent<T extends object>(
  { db, clock, log }: Pick<OrderDeps, 'db' | 'clock' | 'log'>,
  userId: string,
  { request, work, recall }: Call<T>,
): Promise<T> {
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  const requestKey = request.key === null ? `body ${bodyHash}` : `key ${request.key.slice(0, 200)}`;
  const store = requestsStore(db, userId, requestKey);
  const now = clock();
  const forgetBefore = now - (request.key === null ? SAME_BODY_WITHIN : KEPT_FOR);
  const claim = async (instead: number | null) => {
    const blockId = newId();
    const found = await store.claim({ bodyHash, createdAt: now, blockId }, { instead, forgetBefore });
    if (found.bodyHash !== bodyHash)
      throw new Refusal('unprocessable', 'This Idempotency-Key was used for another order.');
    const { createdAt } = found;
    const answer = found.answer as { answered: T } | { block: string };
    return 'answered' in answer
      ? { ...answer, createdAt, blockId, isOwn: false }
      : { answered: null, createdAt, blockId: answer.block, isOwn: answer.block === blockId };
  };
  // Not waited for: until it is written, the same call is answered from its block.
  const keep = (createdAt: number, answered: T): T => {
    void store
      .finish({ bodyHash, createdAt }, { answered })
      .catch((error: unknown) => log.error({ err: error }, 'an answer could not be kept'));
    return answered;
  };

  let claimed = await claim(null);
  if (claimed.answered === null && !claimed.isOwn) {
    const earlier = await recall(claimed.blockId);
    if (typeof earlier !== 'string') return keep(claimed.createdAt, earlier);
    if (earlier === 'not-placed') claimed = await claim(claimed.createdAt);
  }
  if (claimed.answered !== null) return claimed.answered;
  const { blockId, createdAt } = claimed;
  const done = await work(blockId);
  if (done?.isWritten) return keep(createdAt, done.answer);
  // Of the same call at the same time another one may have written the block: then that is the answer of both.
  const written = await recall(blockId);
  if (typeof written !== 'string') return keep(createdAt, written);
  if (done === null) throw underWay();
  return keep(createdAt, done.answer);
}
