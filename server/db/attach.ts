import { closable, type Closers } from '../lib/closers.ts';
import type { Log } from '../lib/log.ts';
import { type Database, openDatabase } from './database.ts';
import { openDataFolder } from './data-folder.ts';
import { DataDirTaken, lockDataDir } from './data-lock.ts';
import { runningEmbedded, startEmbedded } from './embedded.ts';
import { migrateDatabase } from './migrate.ts';

interface Settings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
  /** The folder of the migrations. */
  root: string;
}

/** The embedded database of the running site, or started for this command when no site runs. */
async function embeddedUrl({ DATA_DIR: dataDir }: Settings, log: Log, closing: Closers) {
  try {
    closing.add('data folder', await lockDataDir(dataDir));
  } catch (error) {
    if (error instanceof DataDirTaken) return { url: await runningEmbedded(dataDir, log), alone: false };
    throw error;
  }
  const embedded = await startEmbedded({ dataDir, log });
  closing.add('PostgreSQL', embedded.stop);
  return { url: embedded.url, alone: true };
}

/** The site's database for an operator's command, whether the site runs or not. */
export const attachDatabase = (env: Settings, log: Log): Promise<Database> =>
  closable(log, async (closing) => {
    openDataFolder(env.DATA_DIR);
    const { url, alone } = env.DATABASE_URL
      ? { url: env.DATABASE_URL, alone: false }
      : await embeddedUrl(env, log, closing);
    const database = openDatabase(url, { max: 2 });
    closing.add('database pool', database.close);
    if (alone) await migrateDatabase(database, env.root);
    return database;
  });
