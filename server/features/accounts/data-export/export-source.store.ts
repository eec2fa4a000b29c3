import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A table of which a person's rows are exported. */
export interface Source {
  table: PgTable;
  owner: PgColumn;
  /** The exported columns; all others stay private, above all secrets. */
  columns: Record<string, PgColumn>;
  /** A unique key, which is also the order. */
  by: readonly PgColumn[];
}

type Columns<T> = { [K in keyof T as T[K] extends PgColumn ? K : never]: T[K] };

export function source<T extends PgTable & { userId: PgColumn }>(
  table: T,
  names: readonly (keyof Columns<T> & string)[],
  by: readonly PgColumn[],
): Source {
  const columns = Object.fromEntries(names.map((name) => [name, table[name] as PgColumn]));
  return { table, owner: table.userId, columns, by };
}

/** What nearly every table has. */
export const ID = ['id', 'createdAt'] as const;
