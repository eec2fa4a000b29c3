import type { Db } from './client.ts';

/**
 * Statements built once for each database: building one costs more than running it. One that is built each time still
 * gains by `.prepare(name)`: without, the driver first asks PostgreSQL to describe it, and it is planned anew.
 */
export function prepared<Statements>(build: (db: Db) => Statements): (db: Db) => Statements {
  const built = new WeakMap<Db, Statements>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
