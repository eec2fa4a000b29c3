import type { Database } from '../../server/db/database.ts';

/** Counted attempts become so much older, ms: limits go by the machine's clock, which no test shifts. */
export async function olderLimits({ sql }: Pick<Database, 'sql'>, ms: number): Promise<void> {
  await sql`update request_limits set expires_at = expires_at - ${ms}::bigint`;
}
