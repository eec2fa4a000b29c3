import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import postgres, { type Sql } from 'postgres';
import { writeTar, type TarEntry } from './tar.ts';

/** PostgreSQL recreates their contents (its own base backup leaves them out too). */
const EMPTY = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;
const PIECE = 256 * 1024;
const SEGMENT = /^[0-9A-F]{24}$/;

/** Exactly as many bytes as the file had: later additions are in the WAL, and truncated parts are not needed. */
async function* bytesOf(file: string, size: number): AsyncGenerator<Buffer> {
  const handle = await open(file);
  let left = size;
  try {
    while (left > 0) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(PIECE, left)));
      if (bytesRead === 0) break;
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
  if (left > 0) yield Buffer.alloc(left);
}

const absentAsNull = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

async function fileEntry(root: string, path: string): Promise<TarEntry | null> {
  const found = await stat(join(root, path)).catch(absentAsNull);
  if (!found?.isFile()) return null;
  const { size } = found;
  return { path, size, bytes: bytesOf(join(root, path), size) };
}

async function* folderEntries(root: string, folder = ''): AsyncGenerator<TarEntry> {
  const names = await readdir(join(root, folder), { withFileTypes: true });
  for (const name of names) {
    if (LEFT_OUT.test(name.name)) continue;
    const path = folder ? `${folder}/${name.name}` : name.name;
    if (name.isDirectory()) {
      yield { path, size: null };
      if (!EMPTY.has(path)) yield* folderEntries(root, path);
      continue;
    }
    // The file of a table that was dropped meanwhile.
    const entry = await fileEntry(root, path);
    if (entry) yield entry;
  }
}

async function* textEntry(path: string, text: string): AsyncGenerator<TarEntry> {
  const bytes = Buffer.from(text);
  yield {
    path,
    size: bytes.length,
    bytes: (async function* whole() {
      yield bytes;
    })(),
  };
}

/** The WAL from the begin to the end of the backup, which makes the copy consistent. */
async function* walEntries(root: string, { first, last }: { first: string; last: string }): AsyncGenerator<TarEntry> {
  for (const name of await readdir(join(root, 'pg_wal'))) {
    if (!SEGMENT.test(name) || name < first || name > last) continue;
    const entry = await fileEntry(root, `pg_wal/${name}`);
    if (entry) yield entry;
  }
}

/** PostgreSQL retains the WAL as long as this session lasts. */
async function* wholeCluster(sql: Sql, root: string): AsyncGenerator<TarEntry> {
  await sql`select pg_create_physical_replication_slot('tandem_backup_' || pg_backend_pid(), true, true)`;
  const [begin] = await sql<{ segment: string }[]>`
    select pg_walfile_name(pg_backup_start('tandem', fast => true)) as segment`;
  yield* folderEntries(root);
  const [end] = await sql<{ segment: string; label: string }[]>`
    select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)`;
  if (!begin || !end) throw new Error('PostgreSQL did not say where the backup begins and ends.');
  yield* textEntry('backup_label', end.label);
  yield* walEntries(root, { first: begin.segment, last: end.segment });
}

/** E-04: the running cluster in `data` as one compressed file, created atomically. */
export async function takeBackup({ url, data, file }: { url: string; data: string; file: string }): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const unfinished = `${file}.part`;
  try {
    const target = await open(unfinished, 'w', 0o600);
    try {
      const source = Readable.from(writeTar(wholeCluster(sql, data)));
      await pipeline(source, createGzip({ level: 3 }), async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) await target.writeFile(piece);
      });
      await target.sync();
    } finally {
      await target.close();
    }
    await rename(unfinished, file);
    const folder = await open(dirname(file));
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
