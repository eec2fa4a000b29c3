import { and, eq, lt, sql } from 'drizzle-orm';
import { HOUR } from '#contracts/rules/time.ts';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { orderRequests } from '../../../db/schema/orders.ts';

export type RequestRow = typeof orderRequests.$inferSelect;

interface Begun {
  bodyHash: string;
  /** UTC epoch ms: names the call that was made then. */
  createdAt: number;
}
interface Replaced {
  /** An earlier call whose order was not placed, by when it was made; null where there is none. */
  instead: number | null;
  /** Older calls are forgotten. */
  forgetBefore: number;
}

const given = sql.placeholder;

const statements = prepared((db) => {
  const { userId, requestKey, bodyHash, createdAt } = orderRequests;
  const answer = sql`${given('answer')}::jsonb`;
  // Not flushed by itself: of a claim the block's own commit comes later in the same log and flushes both; an answer that
  // is lost with the power is read from its block, as before it was kept.
  const row = sql`select ${given('owner')}::uuid, ${given('requestKey')}::text, ${given('bodyHash')}::text, ${answer},
    ${given('createdAt')}::bigint from set_config('synchronous_commit', 'off', true)`;
  const isReplaced = sql`${createdAt} < ${given('forgetBefore')}::bigint or ${createdAt} = ${given('instead')}::bigint`;
  return {
    find: db
      .select()
      .from(orderRequests)
      .where(and(eq(userId, given('owner')), eq(requestKey, given('requestKey'))))
      .prepare('find_request'),
    claim: db
      .insert(orderRequests)
      .select(row)
      .onConflictDoUpdate({
        target: [userId, requestKey],
        set: {
          bodyHash: sql`excluded.body_hash`,
          createdAt: sql`excluded.created_at`,
          answer: sql`excluded.answer`,
        },
        setWhere: isReplaced,
      })
      .returning()
      .prepare('claim_request'),
    finish: db
      .insert(orderRequests)
      .select(row)
      .onConflictDoUpdate({
        target: [userId, requestKey],
        set: { answer: sql`excluded.answer` },
        setWhere: and(eq(createdAt, sql`excluded.created_at`), eq(bodyHash, sql`excluded.body_hash`)),
      })
      .prepare('finish_request'),
  };
});

/** How long the same call gets the same answer, ms. */
export const KEPT_FOR = 48 * HOUR;

/** Those of all people that are no longer needed. */
export async function forgetRequests(db: Db, now: number): Promise<void> {
  await db.delete(orderRequests).where(lt(orderRequests.createdAt, now - KEPT_FOR));
}

/** One order call of a person: the id of its block, then what was answered. */
export function requestsStore(db: Db, owner: string, requestKey: string) {
  return {
    /** The call that counts under this key: this one, or an earlier one that neither is forgotten nor was replaced. */
    async claim({ blockId, ...begun }: Begun & { blockId: string }, replaced: Replaced): Promise<RequestRow> {
      const answer = JSON.stringify({ block: blockId });
      const [own] = await statements(db).claim.execute({ ...begun, ...replaced, owner, requestKey, answer });
      const [found] = own ? [own] : await statements(db).find.execute({ owner, requestKey });
      if (!found) throw new Error('A call was neither claimed nor found.');
      return found;
    },
    /** Keeps what another call has written since. */
    async finish(begun: Begun, answer: unknown): Promise<void> {
      await statements(db).finish.execute({ ...begun, owner, requestKey, answer: JSON.stringify(answer) });
    },
  };
}
