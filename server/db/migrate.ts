import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type postgres from 'postgres';
import type { Database } from './database.ts';

/** When the newest migration was made that the database has, UTC epoch ms; 0 of a new database. */
async function newestApplied(turn: postgres.TransactionSql): Promise<number> {
  const [table] = await turn`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (table?.['name'] === null) return 0;
  const [found] = await turn`select max(created_at) as newest from drizzle.__drizzle_migrations`;
  return Number(found?.['newest'] ?? 0);
}

/**
 * Migrates the schema. Several servers may start at once: a lock makes them take turns. Throws a sentence for the
 * operator where a newer version of Tandem has migrated it.
 */
export async function migrateDatabase({ db, sql }: Database, root: string): Promise<void> {
  const migrationsFolder = join(root, 'drizzle');
  const newestKnown = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
  await sql`create table if not exists migration_turn (turn int primary key)`;
  await sql.begin(async (turn) => {
    await turn`lock table migration_turn in exclusive mode`;
    if ((await newestApplied(turn)) > newestKnown)
      throw new Error(
        'The database belongs to a newer version of Tandem: start that version, or restore a backup from before it. Nothing was changed.',
      );
    await migrate(db, { migrationsFolder });
  });
}
