import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { orderRequests } from '../../db/schema/orders.ts';

/** A person's order calls and what was answered to them. */
export function requestsStore(db: Db, owner: string) {
  const one = (requestKey: string) => and(eq(orderRequests.userId, owner), eq(orderRequests.requestKey, requestKey));
  return {
    /** Null when this call is the first; otherwise what is known of the first. */
    async begin(request: { requestKey: string; bodyHash: string; createdAt: number; forgetBefore: number }) {
      const { forgetBefore, ...row } = request;
      await db.delete(orderRequests).where(and(one(row.requestKey), lt(orderRequests.createdAt, forgetBefore)));
      const added = await db
        .insert(orderRequests)
        .values({ ...row, userId: owner })
        .onConflictDoNothing()
        .returning({ key: orderRequests.requestKey });
      if (added.length === 1) return null;
      const [first] = await db.select().from(orderRequests).where(one(row.requestKey));
      return first ?? null;
    },
    async finish(requestKey: string, answer: unknown): Promise<void> {
      await db.update(orderRequests).set({ answer }).where(one(requestKey));
    },
    async forget(requestKey: string): Promise<void> {
      await db.delete(orderRequests).where(one(requestKey));
    },
  };
}
