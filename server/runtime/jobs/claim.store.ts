import { and, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The owner of a claim, its end (epoch ms), and the number of jobs at most. */
export interface Claim {
  owner: string;
  now: number;
  until: number;
  most: number;
}

/** A job's row keeps its lease: one statement claims both. */
type Leased = Record<'nextAt' | 'leaseUntil' | 'fence', PgColumn>;

/** Due, and not claimed by another worker. */
export const isDue = ({ nextAt, leaseUntil }: Leased, { now }: Pick<Claim, 'now'>): SQL | undefined =>
  and(lte(nextAt, now), or(isNull(leaseUntil), lt(leaseUntil, now)));

/** The columns of a claimed row; the fencing number keeps a worker that lost its lease from settling the job. */
export const claimed = ({ fence }: Leased, { owner, until }: Pick<Claim, 'owner' | 'until'>) => ({
  leaseOwner: owner,
  leaseUntil: until,
  fence: sql`${fence} + 1`,
});

/** The columns of a row whose claim is over. */
export const RELEASED = { leaseOwner: null, leaseUntil: null };
