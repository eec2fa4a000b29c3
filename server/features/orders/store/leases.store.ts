import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { orderBlocks } from '../../../db/schema/orders.ts';
import type { BlockRef } from './block-view.store.ts';

/** A process that died leaves its blocks to the others after so long, ms. */
export const LEASE_MS = 5_000;

interface Lease {
  owner: string;
  now: number;
  until: number;
}

const given = sql.placeholder;

const writes = prepared((db) => {
  const { userId, id, leaseOwner, leaseUntil, dueAt, fence } = orderBlocks;
  const named = and(eq(userId, given('userId')), eq(id, given('blockId')));
  const isOwn = eq(leaseOwner, given('owner'));
  const isFree = or(isNull(leaseUntil), lte(leaseUntil, given('now')), isOwn);
  const owner = sql`${given('owner')}::text`;
  const until = sql`${given('until')}::bigint`;
  const taken = { leaseOwner: owner, leaseUntil: until, dueAt: null, fence: sql`${fence} + 1` };
  const givenBack = { leaseOwner: null, leaseUntil: null, dueAt: sql`least(${dueAt}, ${given('dueAt')}::bigint)` };
  const update = (set: Parameters<ReturnType<Db['update']>['set']>[0]) => db.update(orderBlocks).set(set);
  return {
    take: update(taken).where(and(named, isFree)).returning({ id }).prepare('take_lease'),
    // Asked while it is given back it must not take it again, nor forget what is due.
    renew: update({ leaseUntil: until }).where(and(named, isOwn)).returning({ id }).prepare('renew_lease'),
    release: update(givenBack).where(and(named, isOwn)).prepare('release_lease'),
  };
});

/** M-16: one process at a time works on a block. */
export function leasesStore(db: Db) {
  return {
    /** Takes a block for this process; false while another one holds it. */
    lease: async (ref: BlockRef, lease: Lease): Promise<boolean> =>
      (await writes(db).take.execute({ ...ref, ...lease })).length > 0,
    /** Extends the lease; false when another process holds it by now. */
    renew: async (ref: BlockRef, lease: Omit<Lease, 'now'>): Promise<boolean> =>
      (await writes(db).renew.execute({ ...ref, ...lease })).length > 0,
    /** Gives it back, unless another process holds it by now. `dueAt` brings it back; what was asked for meanwhile is kept. */
    async release(ref: BlockRef, of: { owner: string; dueAt: number | null }): Promise<void> {
      await writes(db).release.execute({ ...ref, ...of });
    },
  };
}
