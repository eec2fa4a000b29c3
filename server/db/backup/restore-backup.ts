import { createReadStream } from 'node:fs';
import { chown, mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { withCluster } from '../embedded.ts';
import { findPlace, makeOwnFolder, type PostgresPlace } from '../postgres-place.ts';
import { isAlive, readPostmaster, stopPostmaster } from '../postmaster.ts';
import { readTar } from './tar.ts';

type Identity = PostgresPlace['identity'];

const give = async (path: string, { uid, gid }: Identity): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
};

async function writeFile(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of bytes) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function unpack(file: string, folder: string, identity: Identity): Promise<void> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  for await (const { path, size, bytes } of readTar(source.pipe(unzipped))) {
    const target = join(folder, path);
    if (!target.startsWith(folder)) throw new Error('The backup is damaged.');
    if (size === null) await mkdir(target, { mode: 0o700 });
    else await writeFile(target, bytes);
    await give(target, identity);
  }
}

/** PostgreSQL that outlived its site, or an earlier restore. */
async function stopLeftOver(folder: string): Promise<void> {
  const left = await readPostmaster(folder);
  if (left && isAlive(left.pid)) await stopPostmaster(folder, left.pid);
}

interface Restoring<T> {
  dataDir: string;
  file: string;
  clock: Clock;
  log: Log;
  /** Works on the restored database before it takes the place of the previous one. */
  settle: (url: string) => Promise<T>;
}

interface Restored<T> {
  /** Where the previous database was moved; null where there was none. */
  before: string | null;
  settled: T;
}

/**
 * Replaces the database by a backup. The caller holds the lock of the data folder. An unreadable backup, or one that
 * cannot be settled, changes nothing.
 */
export async function restoreBackup<T>({ dataDir, file, clock, log, settle }: Restoring<T>): Promise<Restored<T>> {
  const place = await findPlace(dataDir, log);
  const { data, identity } = place;
  const fresh = `${data}.restored`;
  for (const folder of [data, fresh]) await stopLeftOver(folder);
  await makeOwnFolder(fresh, identity);
  await unpack(file, fresh, identity);
  const settled = await withCluster({ place: { ...place, data: fresh }, dataDir }, settle);
  const before = (await stat(data).catch(() => null)) && `${data}.before-${clock()}`;
  if (before) await rename(data, before);
  await rename(fresh, data);
  return { before, settled };
}
