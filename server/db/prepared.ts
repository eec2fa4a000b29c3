import type { Db } from './client.ts';

/** Statements built once for each database: building one costs more than running it. */
export function prepared<Statements>(build: (db: Db) => Statements): (db: Db) => Statements {
  const built = new WeakMap<Db, Statements>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
