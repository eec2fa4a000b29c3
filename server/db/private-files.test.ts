import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dataFolder } from '../../tests/setup/data-folder.ts';
import { systemClock } from '../lib/clock.ts';
import { createLog } from '../lib/log.ts';
import { createMasterKey } from '../lib/master-key.ts';
import { backupFolder, hourlyBackups } from './backup/backups.ts';
import { startEmbedded } from './embedded.ts';

const { path: dataDir, remove } = dataFolder();
afterAll(remove);

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

it("S-27 what opens the database or holds it is its owner's alone: password, log, backups, master key", async () => {
  const log = createLog('silent');
  const before = process.umask(0);
  try {
    const { url, data, stop } = await startEmbedded({ dataDir, log });
    await hourlyBackups({ dataDir, data, url, clock: systemClock, log }).backUp();
    createMasterKey({ DATA_DIR: dataDir });
    await stop();
  } finally {
    process.umask(before);
  }
  const [backup = ''] = await readdir(backupFolder(dataDir));
  expect(await modeOf(join(dataDir, 'pg-password'))).toBe('600');
  expect(await modeOf(join(dataDir, 'pg.log'))).toBe('600');
  expect(await modeOf(join(dataDir, 'pg'))).toBe('700');
  expect(await modeOf(join(dataDir, 'master-key'))).toBe('600');
  expect(await modeOf(backupFolder(dataDir))).toBe('700');
  expect(await modeOf(join(backupFolder(dataDir), backup))).toBe('600');
});
