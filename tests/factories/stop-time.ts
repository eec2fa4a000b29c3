import { expect } from 'vitest';
import type { TestSite } from '../setup/site.ts';

/** The time at which a bot stops, as it is saved, has come. */
export async function stopTimeComes({ database: { sql } }: TestSite, botId: string): Promise<void> {
  const now = Date.now();
  const saved = await sql`
    update bots set stop = jsonb_set(stop, '{at}', to_jsonb(${now}::bigint))
    where id = ${botId} and (stop ->> 'at')::bigint > ${now} returning id`;
  expect(saved).toHaveLength(1);
  await sql`update bot_runs set due_at = ${now} where bot_id = ${botId}`;
}
