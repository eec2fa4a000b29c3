import { eq, lt, or, sql } from 'drizzle-orm';
import { HOUR } from '#contracts/rules/time.ts';
import type { Db } from '../../../../db/client.ts';
import { alertEngines } from '../../../../db/schema/alerts.ts';

/** By the database's clock, which is the same for all. UTC epoch ms. */
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const FORGOTTEN = HOUR;

/** The engines that live: each has a lease, and who does not renew it is gone. */
export function enginesStore(db: Db) {
  return {
    /** Takes or renews the lease of `engine`. Answers the others that hold one, with the time they have left, ms. */
    async renew(engine: string, leaseMs: number): Promise<{ id: string; left: number }[]> {
      const { id, expiresAt } = alertEngines;
      const others = await db.execute<{ id: string; left: string }>(sql`
        with renewed as (
          insert into ${alertEngines} (id, expires_at) values (${engine}, ${NOW} + ${leaseMs}::bigint)
          on conflict (id) do update set expires_at = excluded.expires_at)
        select ${id}, ${expiresAt} - ${NOW} as "left" from ${alertEngines} where ${expiresAt} > ${NOW} and ${id} <> ${engine}`);
      return others.map((other) => ({ id: other.id, left: Number(other.left) }));
    },
    /** Gives the lease back; those that nobody gave back go as well, some time later. */
    async release(engine: string): Promise<void> {
      const { id, expiresAt } = alertEngines;
      await db.delete(alertEngines).where(or(eq(id, engine), lt(expiresAt, sql`${NOW} - ${FORGOTTEN}::bigint`)));
    },
  };
}
export type EnginesStore = ReturnType<typeof enginesStore>;
