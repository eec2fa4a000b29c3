import { and, eq, gt, lt, lte, ne, or, sql } from 'drizzle-orm';
import { HOUR } from '#contracts/rules/time.ts';
import type { Db } from '../../db/database.ts';
import { leases } from '../../db/schema/runtime.ts';

/** By the database's clock, which is the same for every process. UTC epoch ms. */
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
/** A release and the next acquisition may happen within one millisecond. */
const FENCE = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`;
/** Leases that expired before are deleted. */
const KEPT_FOR = HOUR;

interface Name {
  /** The kind of work. */
  scope: string;
  name: string;
}
interface Held extends Name {
  holder: string;
}

/** One process at a time holds a lease; one that is not renewed in time is free for others. */
export function leasesStore(db: Db) {
  const { scope, name, holder, expiresAt, fence } = leases;
  const named = (of: Name) => and(eq(scope, of.scope), eq(name, of.name));
  const isLive = gt(expiresAt, NOW);
  const after = (ms: number) => sql`${NOW} + ${ms}::bigint`;
  return {
    /**
     * Acquires a free lease, or extends an own one. Returns its fencing number, which grows with each new holder; null
     * while another process holds it.
     */
    async acquire({ ms, ...lease }: Held & { ms: number }): Promise<number | null> {
      const [row] = await db
        .insert(leases)
        .values({ ...lease, expiresAt: after(ms), fence: FENCE })
        .onConflictDoUpdate({
          target: [scope, name],
          set: {
            holder: lease.holder,
            expiresAt: after(ms),
            fence: sql`case when ${holder} = ${lease.holder} then ${fence} else greatest(${FENCE}, ${fence} + 1) end`,
          },
          setWhere: or(eq(holder, lease.holder), lte(expiresAt, NOW)),
        })
        .returning({ fence });
      return row?.fence ?? null;
    },
    /** Extends it; false when another process has acquired it. */
    async renew({ ms, ...lease }: Held & { ms: number }): Promise<boolean> {
      const kept = and(named(lease), eq(holder, lease.holder));
      return (
        (
          await db
            .update(leases)
            .set({ expiresAt: after(ms) })
            .where(kept)
            .returning({ name })
        ).length > 0
      );
    },
    /** Releases it, unless another process has acquired it. */
    async release(lease: Held): Promise<void> {
      const own = and(named(lease), eq(holder, lease.holder));
      await db.delete(leases).where(or(own, lt(expiresAt, sql`${NOW} - ${KEPT_FOR}::bigint`)));
    },
    async holder(of: Name): Promise<string | null> {
      const [row] = await db
        .select({ holder })
        .from(leases)
        .where(and(named(of), isLive));
      return row?.holder ?? null;
    },
    /** The other leases of the scope, with the time they have left, ms. */
    async others(of: Name): Promise<{ holder: string; left: number }[]> {
      const left = sql<string>`${expiresAt} - ${NOW}`;
      const rows = await db
        .select({ holder, left })
        .from(leases)
        .where(and(eq(scope, of.scope), ne(name, of.name), isLive));
      return rows.map((row) => ({ holder: row.holder, left: Number(row.left) }));
    },
  };
}
export type LeasesStore = ReturnType<typeof leasesStore>;
