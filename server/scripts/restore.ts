import { basename, resolve } from 'node:path';
import { attachDatabase } from '../db/attach.ts';
import { listBackups } from '../db/backup/backups.ts';
import { restoreBackup } from '../db/backup/restore-backup.ts';
import { lockDataDir } from '../db/data-lock.ts';
import { readEnv, type Env } from '../env.ts';
import { systemClock } from '../lib/clock.ts';
import { createLog } from '../lib/log.ts';

const USAGE = 'Usage: npm run restore -- latest, or the name of one of these files:';

async function chosen({ DATA_DIR }: Env, wanted: string | undefined): Promise<string> {
  const backups = await listBackups(DATA_DIR);
  const latest = backups.at(-1);
  if (wanted === 'latest' && latest) return latest.file;
  const named = backups.find(({ file }) => wanted === basename(file) || (wanted && resolve(wanted) === file));
  if (named) return named.file;
  const names = backups.map(({ file }) => basename(file));
  throw new Error(
    [USAGE, ...(names.length > 0 ? names : [`There is no backup in ${DATA_DIR}/backups yet.`])].join('\n'),
  );
}

async function restore(): Promise<void> {
  const env = readEnv(process.env);
  if (env.DATABASE_URL) throw new Error('DATABASE_URL names a database of your own: restore it with its own tools.');
  const log = createLog('warn');
  const file = await chosen(env, process.argv[2]);
  const unlock = await lockDataDir(env.DATA_DIR);
  const before = await restoreBackup({ dataDir: env.DATA_DIR, file, clock: systemClock, log });
  await unlock();
  const { sql, close } = await attachDatabase(env, log);
  const [found] = await sql<{ people: number }[]>`select count(*)::int as people from users`;
  await close();
  console.log(`${basename(file)} is restored, with ${found?.people} accounts.`);
  if (before) console.log(`The previous database is in ${before}: remove it when you no longer need it.`);
}

try {
  await restore();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
