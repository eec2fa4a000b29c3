import { createHash } from 'node:crypto';
import type { Tx } from '../../../../db/client.ts';
import { Refusal } from '../../../../lib/errors.ts';
import type { OrderDeps } from '../../deps.ts';
import { KEPT_FOR, requestsStore, type RequestRow } from '../../store/requests.store.ts';

const SAME_BODY_WITHIN = 3000;

export const underWay = (): Refusal => new Refusal('conflict', 'This order is already being placed.');

/** Called where an order's block is written: its call is written with it, or neither. */
export type Note = (tx: Tx, blockId: string) => Promise<void>;

interface Call<T> {
  /** The Idempotency-Key, if one came, and what makes two calls the same. */
  request: { key: string | null; body: string };
  /** What it answers must survive JSON. */
  work: (note: Note) => Promise<T>;
  /** What a block that was written is answered; null where it came to nothing. Refuses while nobody knows. */
  recall: (blockId: string) => Promise<T | null>;
}

/** What the same call was answered, or is to be by what became of it; null where it is to be made anew. */
function firstAnswer<T>(first: RequestRow, bodyHash: string, recall: Call<T>['recall']): T | null | Promise<T | null> {
  if (first.bodyHash !== bodyHash)
    throw new Refusal('unprocessable', 'This Idempotency-Key was used for another order.');
  const kept = first.answer as { answered: T } | { block: string };
  return 'answered' in kept ? kept.answered : recall(kept.block);
}

/**
 * M-06: the same call again does nothing and gets the first answer. The same call is the same Idempotency-Key, or
 * without one the same body within 3 s.
 */
export async function idempotent<T>(deps: OrderDeps, userId: string, { request, work, recall }: Call<T>): Promise<T> {
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  const requestKey = request.key === null ? `body ${bodyHash}` : `key ${request.key.slice(0, 200)}`;
  const store = requestsStore(deps.db, userId, requestKey);
  const begun = { bodyHash, createdAt: deps.clock() };
  const forgetBefore = begun.createdAt - (request.key === null ? SAME_BODY_WITHIN : KEPT_FOR);

  const find = async () => {
    const found = await store.find();
    return found && found.createdAt >= forgetBefore ? found : null;
  };
  // Not waited for: until it is written the same call is told what became of its block.
  const keep = (createdAt: number, answered: T) =>
    void store
      .finish({ bodyHash, createdAt }, { answered })
      .catch((error: unknown) => deps.log.error({ err: error }, 'an answer could not be kept'));

  const first = await find();
  const known = first && (await firstAnswer(first, bodyHash, recall));
  if (first && known !== null) {
    keep(first.createdAt, known);
    return known;
  }
  let isWritten = false;
  const answered = await work(async (tx, blockId) => {
    const replacing = { blockId, instead: first?.createdAt ?? null, forgetBefore };
    if (!(await store.begin(tx, begun, replacing))) throw underWay();
    isWritten = true;
  });
  // What refuses this one may be its own first call, which was quicker.
  const other = isWritten || first ? null : await find();
  if (other) return (await firstAnswer(other, bodyHash, recall)) ?? answered;
  keep(begun.createdAt, answered);
  return answered;
}
