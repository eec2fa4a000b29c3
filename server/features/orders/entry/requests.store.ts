import { and, eq, isNotNull, lt } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orderRequests } from '../../../db/schema/orders.ts';

export type RequestRow = typeof orderRequests.$inferSelect;

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
      const { forgetBefore, ...row } = request;
      const begun = await db
        .insert(orderRequests)
        .values({ ...row, userId: owner })
        .onConflictDoUpdate({
          target: [orderRequests.userId, orderRequests.requestKey],
          set: { bodyHash: row.bodyHash, createdAt: row.createdAt, answer: null },
          setWhere: lt(orderRequests.createdAt, forgetBefore),
        })
        .returning({ key: orderRequests.requestKey })
        .prepare('begin_request')
        .execute();
      if (begun.length === 1) return null;
      const [first] = await db.select().from(orderRequests).where(one(row.requestKey));
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
      await db.update(orderRequests).set({ answer }).where(one(requestKey)).prepare('finish_request').execute();
    },
  };
}
