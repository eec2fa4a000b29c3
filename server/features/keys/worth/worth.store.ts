import { and, asc, eq, exists, gt, gte, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Db } from '../../../db/database.ts';
import { sessions } from '../../../db/schema/accounts.ts';
import { keys, worthSnapshots } from '../../../db/schema/keys.ts';
import type { WorthSnapshot } from '../../../domain/worth/worth-curve.ts';

export type Grain = 'hour' | 'day';

interface Bucket {
  grain: Grain;
  /** Its start, UTC epoch ms. */
  bucket: number;
}

interface Due extends Bucket {
  /** Only people who used the site since; UTC epoch ms. */
  usedSince: number;
  limit: number;
}

/** People with keys and without a snapshot of this hour or day, in no order. */
export async function peopleDue(db: Db, { grain, bucket, usedSince, limit }: Due): Promise<string[]> {
  const taken = db
    .select({ keyId: worthSnapshots.keyId })
    .from(worthSnapshots)
    .where(
      and(eq(worthSnapshots.userId, keys.userId), eq(worthSnapshots.grain, grain), eq(worthSnapshots.bucket, bucket)),
    );
  const used = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, keys.userId), gt(sessions.usedAt, usedSince)));
  const found = await db
    .select({ userId: keys.userId })
    .from(keys)
    .where(and(isNull(keys.deletedAt), isNull(keys.disabledReason), notExists(taken), exists(used)))
    .groupBy(keys.userId)
    // Keys that cannot be valued do not hold up the others.
    .orderBy(sql`random()`)
    .limit(limit);
  return found.map(({ userId }) => userId);
}

export async function forgetWorthBefore(db: Db, { grain, bucket }: Bucket): Promise<void> {
  await db.delete(worthSnapshots).where(and(eq(worthSnapshots.grain, grain), lt(worthSnapshots.bucket, bucket)));
}

/** What a person's keys were worth. */
export function worthStore(db: Db, owner: string) {
  return {
    /** All keys of a bucket at once: a sum over some of them would be wrong. Written once. */
    async write({ grain, bucket }: Bucket, worths: readonly { keyId: string; at: number; usdt: Big | null }[]) {
      if (worths.length === 0) return;
      const rows = worths.map((worth) => ({ ...worth, userId: owner, grain, bucket }));
      await db.insert(worthSnapshots).values(rows).onConflictDoNothing();
    },
    since: ({ grain, bucket }: Bucket): Promise<WorthSnapshot[]> =>
      db
        .select({ bucket: worthSnapshots.bucket, at: worthSnapshots.at, usdt: worthSnapshots.usdt })
        .from(worthSnapshots)
        .where(
          and(eq(worthSnapshots.userId, owner), eq(worthSnapshots.grain, grain), gte(worthSnapshots.bucket, bucket)),
        )
        .orderBy(asc(worthSnapshots.bucket)),
  };
}
