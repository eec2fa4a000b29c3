import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR } from '#contracts/rules/time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { deletedAccounts } from './deleted-accounts.ts';
import { takeBackup } from './take-backup.ts';

export const KEPT = 48;
const LOOK_EVERY = 600_000;
const NAME = /^tandem-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/;

export const backupFolder = (dataDir: string): string => join(dataDir, 'backups');

const nameAt = (time: number): string =>
  `tandem-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`;

/** When a backup began, UTC epoch ms, from its name. */
const timeOf = (name: string): number => Date.parse(name.replace(NAME, '$1:$2:$3Z'));

/** Oldest first. */
export async function listBackups(dataDir: string): Promise<{ file: string; time: number }[]> {
  const names = await readdir(backupFolder(dataDir)).catch(() => []);
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .map((name) => ({ file: join(backupFolder(dataDir), name), time: timeOf(name) }));
}

interface BackupOptions {
  dataDir: string;
  /** The cluster's folder. */
  data: string;
  url: string;
  clock: Clock;
  log: Log;
}

/** E-04: a backup every hour, the last 48 kept. */
export function hourlyBackups({ dataDir, data, url, clock, log }: BackupOptions) {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let last: number | null = null;
  const deleted = deletedAccounts({ dataDir, clock });

  async function backUp(): Promise<void> {
    const folder = backupFolder(dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await deleted.begin();
    const time = clock();
    await takeBackup({ url, data, file: join(folder, nameAt(time)) });
    last = time;
    const all = await listBackups(dataDir);
    for (const { file } of all.slice(0, -KEPT)) await rm(file, { force: true });
    await deleted.keepSince(all.at(-KEPT)?.time ?? all[0]?.time ?? time);
    log.info({ ms: clock() - time }, 'the database was backed up');
  }

  async function look(): Promise<void> {
    last = (await listBackups(dataDir)).at(-1)?.time ?? null;
    if (last === null || last <= clock() - HOUR) await backUp();
  }

  return {
    backUp,
    /** Accounts that a restored backup must not bring back. */
    deleted,
    /** UTC epoch ms of the last one; null before the first. */
    last: () => last,
    start(): void {
      timer = setInterval(() => {
        underWay = look().catch((error: unknown) => log.error({ err: error }, 'the database was not backed up'));
      }, LOOK_EVERY).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await underWay;
    },
  };
}
