import type { Db } from './database.ts';

/**
 * Statements built once per database: building one costs more than running it. Statements built per call still gain by
 * `.prepare(name)`: without it the driver first asks PostgreSQL to describe them, and they are planned anew.
 */
export function prepared<Statements>(build: (db: Db) => Statements): (db: Db) => Statements {
  const built = new WeakMap<Db, Statements>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
