import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/client.ts';
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
      .where(and(eq(userId, given('owner')), eq(requestKey, given('requestKey')), eq(createdAt, given('begunAt'))))
      .prepare('finish_request'),
  };
});

/** One order call of a person and what was answered to it. Whoever made it is named by when they began. */
export function requestsStore(db: Db, owner: string, requestKey: string) {
  const begunAt = (time: number) =>
    and(eq(orderRequests.userId, owner), eq(orderRequests.requestKey, requestKey), eq(orderRequests.createdAt, time));
  const unwritten = (time: number) => and(begunAt(time), isNull(orderRequests.answer));
  const key = { key: orderRequests.requestKey };
  return {
    /** Null when this call is the first, or the first after an old one; otherwise what is known of the first. */
    async begin(call: { bodyHash: string; createdAt: number; forgetBefore: number }): Promise<RequestRow | null> {
      const begun = await writes(db).begin.execute({ ...call, owner, requestKey });
      if (begun.length === 1) return null;
      const own = and(eq(orderRequests.userId, owner), eq(orderRequests.requestKey, requestKey));
      const [first] = await db.select().from(orderRequests).where(own);
      return first ?? null;
    },
    /** Takes over a call that came to nothing. False when another was quicker. */
    async claim({ createdAt }: RequestRow, now: number): Promise<boolean> {
      const set = { answer: null, createdAt: now };
      return (await db.update(orderRequests).set(set).where(begunAt(createdAt)).returning(key)).length === 1;
    },
    /** That its block is written. False when another has taken it over. */
    async note(tx: Tx, { blockId, ...of }: { begunAt: number; blockId: string }): Promise<boolean> {
      const set = { answer: { block: blockId } };
      return (await tx.update(orderRequests).set(set).where(unwritten(of.begunAt)).returning(key)).length === 1;
    },
    async forgetUnwritten(time: number): Promise<void> {
      await db.delete(orderRequests).where(unwritten(time));
    },
    async finish(time: number, answer: unknown): Promise<void> {
      await writes(db).finish.execute({ owner, requestKey, begunAt: time, answer: JSON.stringify(answer) });
    },
  };
}
