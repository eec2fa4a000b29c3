import { copyFile, mkdir, mkdtemp, readdir, readlink, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../lib/log.ts';
import { startEmbedded } from '../embedded.ts';
import { backupFolder, hourlyBackups, KEPT, listBackups } from './backups.ts';
import { restoreBackup } from './restore-backup.ts';

const log = createLog('silent');
let dataDir: string;
const now = Date.parse('2026-11-21T10:00:00Z');
const clock = () => now;
const settle = async () => {};
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-backup-'));
});
afterEach(async () => {
  const elsewhere = await readlink(join(dataDir, 'pg')).catch(() => null);
  if (elsewhere) await rm(dirname(elsewhere), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} });

/** Empty backups of the sixty hours before. */
async function earlierBackups(): Promise<void> {
  const folder = backupFolder(dataDir);
  await mkdir(folder);
  for (let hour = 1; hour <= 60; hour += 1) {
    const name = new Date(now - hour * 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-');
    await writeFile(join(folder, `tandem-${name}Z.tar.gz`), '');
  }
}

it('E-04: what was written before a backup is there after a restore; the last 48 are kept, and a damaged one is refused', async () => {
  await earlierBackups();
  const embedded = await startEmbedded({ dataDir, log });
  const sql = connect(embedded.url);
  await sql`create table kept (n int primary key, filler text)`;
  await sql`insert into kept select n, repeat('x', 500) from generate_series(1, 20000) n`;
  const backups = hourlyBackups({ dataDir, data: embedded.data, url: embedded.url, clock, log });
  const over = new AbortController();
  let written = 20_000;
  const writer = (async () => {
    for (; !over.signal.aborted; written += 1) await sql`insert into kept values (${written + 1}, repeat('y', 500))`;
  })();
  await backups.backUp();
  over.abort();
  await writer;
  const kept = await listBackups(dataDir);
  const { file = '' } = kept.at(-1) ?? {};
  expect([kept.length, kept.at(-1)?.time, (await stat(file)).mode & 0o777]).toEqual([KEPT, now, 0o600]);
  await sql`drop table kept`;
  await sql.end();
  await embedded.stop();

  await expect(backups.backUp()).rejects.toThrow();
  expect(await readdir(backupFolder(dataDir))).toHaveLength(KEPT);
  const cut = join(dataDir, 'cut.tar.gz');
  await copyFile(file, cut);
  await truncate(cut, 200_000);
  await expect(restoreBackup({ dataDir, file: cut, clock, log, settle })).rejects.toThrow();
  expect((await readdir(join(dataDir, 'pg'))).length).toBeGreaterThan(5);

  const { before } = await restoreBackup({ dataDir, file, clock, log, settle });
  expect((await stat(before ?? '')).isDirectory()).toBe(true);
  const restored = await startEmbedded({ dataDir, log });
  expect(restored.fresh).toBe(false);
  const again = connect(restored.url);
  const [found] = await again`select count(*)::int as count, max(n) as last, count(filler)::int as whole from kept`;
  expect(found?.['count']).toBeGreaterThanOrEqual(20_000);
  // No gaps: a row implies all that were written before it.
  expect(found).toMatchObject({ last: found?.['count'], whole: found?.['count'] });
  await again`insert into kept values (0, '')`;
  await again.end();
  await restored.stop();
});
