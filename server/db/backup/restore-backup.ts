import { createReadStream } from 'node:fs';
import { chown, mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
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

interface Restoring {
  dataDir: string;
  file: string;
  clock: Clock;
  log: Log;
}

/**
 * Replaces the database by a backup. The caller holds the lock of the data folder. Returns where the previous database
 * was moved, null where there was none; an unreadable backup changes nothing.
 */
export async function restoreBackup({ dataDir, file, clock, log }: Restoring): Promise<string | null> {
  const { data, identity } = await findPlace(dataDir, log);
  const left = await readPostmaster(data);
  if (left && isAlive(left.pid)) await stopPostmaster(data, left.pid);
  const fresh = `${data}.restored`;
  await makeOwnFolder(fresh, identity);
  await unpack(file, fresh, identity);
  const before = (await stat(data).catch(() => null)) && `${data}.before-${clock()}`;
  if (before) await rename(data, before);
  await rename(fresh, data);
  return before;
}
