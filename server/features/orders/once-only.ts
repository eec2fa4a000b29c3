import { createHash } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Placed } from './place-order.ts';
import { requestsStore } from './requests.store.ts';

const KEPT_FOR = 48 * 3_600_000;
const SAME_BODY_WITHIN = 3000;

interface Call {
  request: { key: string | null; body: string };
  work: () => Promise<Placed>;
}

/**
 * M-06: the same call again does nothing and gets the first answer. The same call is the same Idempotency-Key, or
 * without one the same body within 3 s.
 */
export async function onceOnly(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  { request, work }: Call,
): Promise<Placed> {
  const store = requestsStore(db, userId);
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  const requestKey = request.key === null ? `body ${bodyHash}` : `key ${request.key.slice(0, 200)}`;
  const now = clock();
  const forgetBefore = now - (request.key === null ? SAME_BODY_WITHIN : KEPT_FOR);
  const first = await store.begin({ requestKey, bodyHash, createdAt: now, forgetBefore });
  if (first === null) {
    try {
      const answer = await work();
      await store.finish(requestKey, answer);
      return answer;
    } catch (error) {
      await store.finish(requestKey, { thrown: true });
      throw error;
    }
  }
  if (first.bodyHash !== bodyHash)
    throw new Refusal('unprocessable', 'This Idempotency-Key was used for another order.');
  if (first.answer === null) throw new Refusal('conflict', 'This order is already being placed.');
  if ((first.answer as { thrown?: boolean }).thrown) {
    throw new Refusal(
      'exchange-failed',
      'This order was sent before and its fate is being looked up. Its row shows what became of it.',
    );
  }
  return first.answer as Placed;
}
