import postgres from 'postgres';

/** A copy of a test's database, as a backup is one, and its return; both while no server uses it. */
export function databaseCopy({ url }: { url: string }) {
  const admin = new URL(url);
  const name = admin.pathname.slice(1);
  const copy = `${name}_copy`;
  admin.pathname = '/postgres';
  const run = async (...statements: string[]): Promise<void> => {
    const sql = postgres(admin.href, { max: 1, onnotice: () => {} });
    try {
      for (const statement of statements) await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  };
  const dropped = (which: string) => `drop database if exists ${which} with (force)`;
  /** Nobody may be connected to what is copied; pools connect anew. */
  const copied = (from: string, to: string): string[] => [
    dropped(to),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`,
    `create database ${to} template ${from}`,
  ];
  return {
    backUp: () => run(...copied(name, copy)),
    restore: () => run(...copied(copy, name)),
    drop: () => run(dropped(copy)),
  };
}
