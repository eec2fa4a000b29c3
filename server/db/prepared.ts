import type { Db, Tx } from './database.ts';

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

/** The same for a statement that comes in a few shapes, each of them built when it is first asked for. */
export function preparedShapes<Shape extends object, Statement>(
  build: (db: Db, shape: Shape) => Statement,
): (db: Db, shape: Shape) => Statement {
  const shapes = prepared(() => new Map<string, Statement>());
  return (db, shape) => {
    const known = shapes(db);
    const name = JSON.stringify(shape);
    const statement = known.get(name) ?? build(db, shape);
    known.set(name, statement);
    return statement;
  };
}

/** A statement that was built once, run in a transaction. */
export function within<Statement extends object>(tx: Tx, statement: Statement): Statement {
  const session: object = tx._.session;
  if (!('client' in session)) throw new Error('This driver keeps its connection elsewhere.');
  const same: Statement = Object.create(statement, { client: { value: session.client } });
  return same;
}
