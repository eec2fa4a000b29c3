import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';

/** The embedded database of a running site, by its data folder. */
export async function databaseOf(dataDir: string): Promise<postgres.Sql> {
  const password = await readFile(join(dataDir, 'pg-password'), 'utf8');
  const port = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[3] ?? '';
  return postgres(`postgres://tandem:${password}@127.0.0.1:${port}/tandem`, { max: 1, onnotice: () => {} });
}
