import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';

/** A fresh database, migrated unless `from` says otherwise; close() drops it. Another test file cannot see it. */
export async function testDatabase(from: 'tandem' | 'template0' = 'tandem') {
  const template = new URL(inject('databaseUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const run = async (statement: string) => {
    const sql = postgres(admin.href, { max: 1, onnotice: () => {} });
    try {
      await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  };
  await run(`create database ${name} template ${from} strategy file_copy`);
  const own = new URL(template);
  own.pathname = `/${name}`;
  const database = openDatabase(own.href, { max: 5 });
  return {
    ...database,
    url: own.href,
    close: async () => {
      await database.close();
      await run(`drop database if exists ${name} with (force)`);
    },
  };
}
