import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { orderRequests } from '../../../db/schema/orders.ts';

export type RequestRow = typeof orderRequests.$inferSelect;

const given = sql.placeholder;

const writes = prepared((db) => {
  const row = {
    userId: given('owner'),
    requestKey: given('requestKey'),
    bodyHash: given('bodyHash'),
    createdAt: given('createdAt'),
  };
  const { userId, requestKey, createdAt } = orderRequests;
  const anew = { bodyHash: sql`excluded.body_hash`, createdAt: sql`excluded.created_at`, answer: null };
  return {
    begin: db
      .insert(orderRequests)
      .values(row)
      .onConflictDoUpdate({
        target: [userId, requestKey],
        set: anew,
        setWhere: lt(createdAt, given('forgetBefore')),
      })
      .returning({ requestKey })
      .prepare('begin_request'),
    finish: db
      .update(orderRequests)
      .set({ answer: sql`${given('answer')}::jsonb` })
      .where(and(eq(userId, given('owner')), eq(requestKey, given('requestKey'))))
      .prepare('finish_request'),
  };
});

/** A person's order calls and what was answered to them. */
export function requestsStore(db: Db, owner: string) {
  const one = (requestKey: string) => and(eq(orderRequests.userId, owner), eq(orderRequests.requestKey, requestKey));
  return {
    /** Null when this call is the first, or the first after an old one; otherwise what is known of the first. */
    async begin(request: {
      requestKey: string;
      bodyHash: string;
      createdAt: number;
      forgetBefore: number;
    }): Promise<RequestRow | null> {
      const begun = await writes(db).begin.execute({ ...request, owner });
      if (begun.length === 1) return null;
      const [first] = await db.select().from(orderRequests).where(one(request.requestKey));
      return first ?? null;
    },
    /** Takes over a call whose first answer came to nothing. False when another was quicker. */
    async claim({ requestKey, createdAt }: RequestRow, now: number): Promise<boolean> {
      const claimed = await db
        .update(orderRequests)
        .set({ answer: null, createdAt: now })
        .where(and(one(requestKey), eq(orderRequests.createdAt, createdAt), isNotNull(orderRequests.answer)))
        .returning({ key: orderRequests.requestKey });
      return claimed.length === 1;
    },
    async forget(requestKey: string): Promise<void> {
      await db.delete(orderRequests).where(one(requestKey));
    },
    async finish(requestKey: string, answer: unknown): Promise<void> {
      await writes(db).finish.execute({ owner, requestKey, answer: JSON.stringify(answer) });
    },
  };
}
