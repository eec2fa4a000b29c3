import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { createLog } from '../../server/lib/log.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Of the sites that all files of a run have open at the same time. */
const CONNECTIONS = 400;

/** One PostgreSQL for the run; `tandem` in it is the migrated template of every test file's database. */
export async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-test-'));
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, log: createLog('silent'), connections: CONNECTIONS });
  const database = openDatabase(embedded.url, { max: 2 });
  await migrateDatabase(database, process.cwd());
  // Nothing of it outlives the run. With fsync off, the server would refuse to trade (E-01).
  for (const setting of ['full_page_writes', 'synchronous_commit'])
    await database.sql.unsafe(`alter system set ${setting} = off`);
  // A password's key is derived by each connection anew, in 4,096 rounds otherwise.
  await database.sql.begin(async (sql) => {
    await sql`set local scram_iterations = 1`;
    await sql.unsafe(`alter role tandem password '${new URL(embedded.url).password}'`);
  });
  await database.sql`select pg_reload_conf()`;
  await database.close();
  project.provide('databaseUrl', embedded.url);
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
