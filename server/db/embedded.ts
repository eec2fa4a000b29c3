import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import type { Log } from '../lib/log.ts';
import { requireRoom } from './data-folder.ts';
import { findPlace, type PostgresPlace } from './postgres-place.ts';
import {
  dropStalePid,
  initCluster,
  isAlive,
  readPostmaster,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
} from './postmaster.ts';

/** A site's processes take ten each. */
const CONNECTIONS = 100;

async function keptPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'pg-password');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept) return kept;
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function ensureDatabase(url: (database: string) => string): Promise<void> {
  const sql = postgres(url('postgres'), { max: 1, onnotice: () => {} });
  try {
    const found = await sql`select 1 from pg_database where datname = 'tandem'`;
    if (found.length === 0) await sql`create database tandem`;
  } finally {
    await sql.end();
  }
}

const addressOf =
  (password: string) =>
  (port: number, database: string): string =>
    `postgres://tandem:${password}@127.0.0.1:${port}/${database}`;

/** The address of the database that another process of this site runs. */
export async function runningEmbedded(dataDir: string, log: Log): Promise<string> {
  const { data } = await findPlace(dataDir, log);
  const found = await readPostmaster(data);
  if (!found?.ready) throw new Error('The site is just starting or stopping. Try again in a moment.');
  return addressOf(await keptPassword(dataDir))(found.port, 'tandem');
}

/** Runs a cluster in another folder, such as one that was just restored, while `work` lasts. */
export async function withCluster<T>(
  { place, dataDir }: { place: PostgresPlace; dataDir: string },
  work: (url: string) => Promise<T>,
): Promise<T> {
  const address = addressOf(await keptPassword(dataDir));
  const { pid, port } = await startPostmaster(place, { logFile: join(dataDir, 'pg.log'), connections: CONNECTIONS });
  try {
    return await work(address(port, 'tandem'));
  } finally {
    await stopPostmaster(place.data, pid);
  }
}

/** A postmaster that outlived its Node process (kill -9) still serves; it is ours if it accepts our password. */
async function adopt(data: string, url: (port: number) => string): Promise<Postmaster | null> {
  const found = await readPostmaster(data);
  if (!found?.ready || !isAlive(found.pid)) return null;
  const sql = postgres(url(found.port), { max: 1, connect_timeout: 2, onnotice: () => {} });
  const answered = await sql`select 1`.then(
    () => true,
    () => false,
  );
  await sql.end({ timeout: 1 });
  return answered ? found : null;
}

interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** The most at the same time. */
  connections?: number;
}

/**
 * PostgreSQL in DATA_DIR/pg: initialized on the first start, adopted when it outlived its server, started otherwise.
 * The caller holds the lock of the data folder.
 */
export async function startEmbedded({ dataDir, log, connections = CONNECTIONS }: EmbeddedOptions) {
  const place = await findPlace(dataDir, log);
  const fresh = (await stat(join(place.data, 'PG_VERSION')).catch(() => null)) === null;
  const isRunning = (await readPostmaster(place.data))?.ready === true;
  if (!isRunning) requireRoom(dirname(place.data), { fresh });
  const password = await keptPassword(dataDir);
  const url = addressOf(password);
  if (fresh) await initCluster(place, password);
  let postmaster = await adopt(place.data, (port) => url(port, 'postgres'));
  if (postmaster) log.info('The database that was left running is adopted.');
  else {
    await dropStalePid(place.data);
    postmaster = await startPostmaster(place, { logFile: join(dataDir, 'pg.log'), connections });
  }
  const { pid, port } = postmaster;
  await ensureDatabase((database) => url(port, database));
  return { url: url(port, 'tandem'), data: place.data, pid, fresh, stop: () => stopPostmaster(place.data, pid) };
}
