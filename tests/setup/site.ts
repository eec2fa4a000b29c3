import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import { readEnv } from '../../server/env.ts';
import { systemClock, type Clock } from '../../server/lib/clock.ts';
import { createLog } from '../../server/lib/log.ts';
import { openAll } from '../../server/processes/all.ts';
import { testDatabase } from './database.ts';

/** The whole site over a database of its own and its own paper exchange, asked through `request()`, without a port. */
export async function testSite(variables: Record<string, string> = {}, clock: Clock = systemClock) {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-site-'));
  const lines: string[] = [];
  const env = readEnv({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PAPER_CONTROL: 'on',
    // On a busy machine a run of the lowest priority would not come to its end.
    BACKTEST_NICENESS: '0',
    PUBLIC_URL: 'http://localhost:3000',
    ...variables,
  });
  const deps = await openAll(env, createLog('debug', { write: (line) => void lines.push(line) }), clock);
  const app = createApp(deps);
  return {
    app,
    /** This address counts as proven, without a mail. */
    prove: async (email: string) => {
      await database.sql`update users set email_verified_at = ${clock()} where email = ${email}`;
    },
    deps,
    database,
    logged: () => lines.join(''),
    close: async () => {
      await deps.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestSite = Awaited<ReturnType<typeof testSite>>;
