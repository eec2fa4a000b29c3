import { basename, resolve } from 'node:path';
import { listBackups } from '../db/backup/backups.ts';
import { readDeletedAccounts } from '../db/backup/deleted-accounts.ts';
import { endAccess } from '../db/backup/end-access.ts';
import { restoreBackup } from '../db/backup/restore-backup.ts';
import { lockDataDir } from '../db/data-lock.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { readEnv, type Env } from '../env.ts';
import { erase } from '../features/accounts/index.ts';
import { systemClock } from '../lib/clock.ts';
import { createLog } from '../lib/log.ts';

const USAGE = 'Usage: npm run restore -- latest, or the name of one of these files:';

interface Backup {
  file: string;
  /** When it began, UTC epoch ms. */
  time: number;
}

async function chosen({ DATA_DIR }: Env, wanted: string | undefined): Promise<Backup> {
  const backups = await listBackups(DATA_DIR);
  const latest = backups.at(-1);
  if (wanted === 'latest' && latest) return latest;
  const named = backups.find(({ file }) => wanted === basename(file) || (wanted && resolve(wanted) === file));
  if (named) return named;
  const names = backups.map(({ file }) => basename(file));
  throw new Error(
    [USAGE, ...(names.length > 0 ? names : [`There is no backup in ${DATA_DIR}/backups yet.`])].join('\n'),
  );
}

/** Answers how many of these accounts were in the backup. */
async function eraseAgain({ db, sql }: Database, userIds: readonly string[]): Promise<number> {
  const found = await sql`select 1 from users where user_id = any(${[...userIds]}::uuid[])`;
  for (const userId of userIds) await erase(db, userId);
  return found.length;
}

/** Brings the restored database to the present version, without what was ended or deleted after the backup. */
async function settle(url: string, { env, deleted }: { env: Env; deleted: readonly string[] }) {
  const database = openDatabase(url, { max: 2 });
  try {
    await migrateDatabase(database, env.root);
    await endAccess(database.db, systemClock());
    const erased = await eraseAgain(database, deleted);
    const [found] = await database.sql<{ people: number }[]>`select count(*)::int as people from users`;
    return { erased, people: found?.people ?? 0 };
  } finally {
    await database.close();
  }
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** `since`: deletions are known from then on; null where none are. */
function deletionLines({ time, since, erased }: { time: number; since: number | null; erased: number }): string[] {
  const again = counted(
    erased,
    'account that was deleted after this backup is',
    'accounts that were deleted after this backup are',
  );
  const known = erased > 0 ? [`${again} deleted again.`] : [];
  if (since !== null && since <= time) return known;
  const until = since === null ? '' : ` and before ${new Date(since).toISOString()}`;
  return [
    ...known,
    `Any account that was deleted after this backup${until} is back, since Tandem has no record of its deletion.`,
  ];
}

const ENDED = [
  'Everyone has to sign in again. Passwords, passkeys and two-factor authentication are those of the backup.',
  'API tokens, push notifications in browsers, links in e-mails, shared links to bots and waiting removals of two-factor authentication are ended. People create them again.',
  'All hooks are paused. Each owner checks the address of the hook and resumes it.',
  'Exchange keys, webhooks, Telegram links and all else are those of the backup, even where people have removed or changed them since.',
];

async function restore(): Promise<void> {
  const env = readEnv(process.env);
  const { DATA_DIR: dataDir, DATABASE_URL } = env;
  if (DATABASE_URL) throw new Error('DATABASE_URL names a database of your own: restore it with its own tools.');
  const log = createLog('warn');
  const { file, time } = await chosen(env, process.argv[2]);
  const unlock = await lockDataDir(dataDir);
  const noted = await readDeletedAccounts(dataDir);
  const deleted = (noted?.accounts ?? []).map(({ userId }) => userId);
  const { before, settled } = await restoreBackup({
    dataDir,
    file,
    clock: systemClock,
    log,
    settle: (url) => settle(url, { env, deleted }),
  });
  await unlock();
  const { people, erased } = settled;
  console.log(`${basename(file)} is restored, with ${counted(people, 'account', 'accounts')}.`);
  if (before) console.log(`The previous database is in ${before}: remove it when you no longer need it.`);
  for (const line of [...deletionLines({ time, since: noted?.since ?? null, erased }), ...ENDED]) console.log(line);
}

try {
  await restore();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
