import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { orderRequests } from '../../../db/schema/orders.ts';

export type RequestRow = typeof orderRequests.$inferSelect;

interface Begun {
  bodyHash: string;
  /** UTC epoch ms: names the call that was made then. */
  createdAt: number;
}
interface Replacing {
  blockId: string;
  /** A call that came to nothing, by when it was made; null where there is none. */
  instead: number | null;
  /** What is older is forgotten. */
  forgetBefore: number;
}

const given = sql.placeholder;

const statements = prepared((db) => {
  const { userId, requestKey, bodyHash, createdAt } = orderRequests;
  const answer = sql`${given('answer')}::jsonb`;
  const row = {
    userId: given('owner'),
    requestKey: given('requestKey'),
    bodyHash: given('bodyHash'),
    createdAt: given('createdAt'),
    answer,
  };
  return {
    find: db
      .select()
      .from(orderRequests)
      .where(and(eq(userId, given('owner')), eq(requestKey, given('requestKey'))))
      .prepare('find_request'),
    finish: db
      .insert(orderRequests)
      .values(row)
      .onConflictDoUpdate({
        target: [userId, requestKey],
        set: { answer: sql`excluded.answer` },
        setWhere: and(eq(createdAt, sql`excluded.created_at`), eq(bodyHash, sql`excluded.body_hash`)),
      })
      .prepare('finish_request'),
  };
});

/** How long the same call gets the same answer, ms. */
export const KEPT_FOR = 48 * 3_600_000;

/** Everybody's, once they are of no use any more. */
export async function forgetRequests(db: Db, now: number): Promise<void> {
  await db.delete(orderRequests).where(lt(orderRequests.createdAt, now - KEPT_FOR));
}

/** One order call of a person: the block that was written for it, then what was answered. */
export function requestsStore(db: Db, owner: string, requestKey: string) {
  return {
    async find(): Promise<RequestRow | null> {
      const [first] = await statements(db).find.execute({ owner, requestKey });
      return first ?? null;
    },
    /** With its block, or neither. False when another call was quicker. */
    async begin(tx: Tx, begun: Begun, { blockId, instead, forgetBefore }: Replacing): Promise<boolean> {
      const { userId, requestKey: key, createdAt } = orderRequests;
      const answer = { block: blockId };
      const isFree = or(lt(createdAt, forgetBefore), instead === null ? undefined : eq(createdAt, instead));
      const written = await tx
        .insert(orderRequests)
        .values({ ...begun, userId: owner, requestKey, answer })
        .onConflictDoUpdate({ target: [userId, key], set: { ...begun, answer }, setWhere: isFree })
        .returning({ key })
        .prepare('begin_request')
        .execute();
      return written.length === 1;
    },
    /** Whatever another call has written since stays. */
    async finish(begun: Begun, answer: unknown): Promise<void> {
      await statements(db).finish.execute({ ...begun, owner, requestKey, answer: JSON.stringify(answer) });
    },
  };
}
