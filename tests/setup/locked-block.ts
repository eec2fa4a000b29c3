import { expect } from 'vitest';
import type { TestSite } from './site.ts';
import { until } from './until.ts';

type Sql = TestSite['database']['sql'];

/** Once something that changes a block waits for its lock; a request for its lease does not count. */
export const waitedFor = (sql: Sql): Promise<void> =>
  until(async () => {
    const waiting = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like '%order_blocks%' and query not like '%lease%'`;
    expect(waiting.length).toBeGreaterThan(0);
  });
