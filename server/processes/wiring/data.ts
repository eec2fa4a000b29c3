import { hourlyBackups } from '../../db/backup/backups.ts';
import { openDatabase } from '../../db/database.ts';
import { openDataFolder } from '../../db/data-folder.ts';
import { lockDataDir } from '../../db/data-lock.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import type { Env } from '../../env.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Closers } from '../../lib/closers.ts';
import type { Log } from '../../lib/log.ts';
import { createMetrics } from '../../metrics/index.ts';

export interface Settings {
  env: Env;
  log: Log;
  clock: Clock;
}

/** The database, brought up to date: the operator's own, or the embedded one with its backups. */
export async function openData({ env, log }: Settings, closing: Closers) {
  openDataFolder(env.DATA_DIR);
  let url = env.DATABASE_URL;
  let backups: ReturnType<typeof hourlyBackups> | null = null;
  const folders = [env.DATA_DIR];
  if (!url) {
    closing.add('data folder', await lockDataDir(env.DATA_DIR));
    const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log });
    closing.add('PostgreSQL', embedded.stop);
    url = embedded.url;
    folders.push(embedded.data);
    backups = hourlyBackups({ dataDir: env.DATA_DIR, data: embedded.data, url, clock: systemClock, log });
    backups.start();
    closing.add('backups', backups.stop);
  }
  const database = openDatabase(url);
  closing.add('database pool', database.close);
  await migrateDatabase(database, env.root);
  const [setting] = await database.sql<{ fsync: string }[]>`show fsync`;
  log.info({ fsync: setting?.fsync }, 'database open');
  const metrics = createMetrics({ db: database.db });
  metrics.watchBackups(() => backups?.last() ?? null);
  return { ...database, url, folders, backups, durable: setting?.fsync === 'on', metrics };
}
export type Data = Awaited<ReturnType<typeof openData>>;
