import { join } from 'node:path';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type { Database } from './database.ts';

/** Migrates the schema. Several servers may start at once: a lock makes them take turns. */
export async function migrateDatabase({ db, sql }: Database, root: string): Promise<void> {
  await sql`create table if not exists migration_turn (turn int primary key)`;
  await sql.begin(async (turn) => {
    await turn`lock table migration_turn in exclusive mode`;
    await migrate(db, { migrationsFolder: join(root, 'drizzle') });
  });
}
