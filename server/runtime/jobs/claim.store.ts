import { and, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The owner of a claim, its end (epoch ms), and the number of jobs at most; `mine` are under way at this owner. */
export interface Claim {
  owner: string;
  now: number;
  until: number;
  most: number;
  mine: readonly string[];
}

/** A job's row keeps its lease: one statement claims both. */
type Leased = Record<'id' | 'nextAt' | 'leaseUntil' | 'fence', PgColumn>;

/** Due, and not claimed by another worker, nor under way at this one, whose lease may be over. */
export const isDue = ({ id, nextAt, leaseUntil }: Leased, { now, mine }: Pick<Claim, 'now' | 'mine'>) =>
  and(lte(nextAt, now), or(isNull(leaseUntil), lt(leaseUntil, now)), sql`${id} <> all(${sql.param(mine)}::uuid[])`);

/** The columns of a claimed row; the fencing number keeps a worker that lost its lease from settling the job. */
export const claimed = ({ fence }: Leased, { owner, until }: Pick<Claim, 'owner' | 'until'>) => ({
  leaseOwner: owner,
  leaseUntil: until,
  fence: sql`${fence} + 1`,
});

/** The columns of a row whose claim is over. */
export const RELEASED = { leaseOwner: null, leaseUntil: null };
