import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The columns that rows fill, row by row: the shape of their insertion. */
export type RowsShape = readonly (readonly string[])[];

const filled = (row: object): [string, unknown][] => Object.entries(row).filter(([, value]) => value !== undefined);

export const shapeOf = (rows: readonly object[]): RowsShape => rows.map((row) => filled(row).map(([column]) => column));

const nameOf = (table: string, at: number, column: string): string => `${table} ${at} ${column}`;

/** Rows of such a shape for an insertion that is built once: each value is given when it runs. */
export const givenRows = <Row extends object>(table: string, shape: RowsShape): Record<keyof Row, SQL>[] =>
  shape.map((columns, at) => {
    const given = columns.map((column) => [column, sql`${sql.placeholder(nameOf(table, at, column))}`]);
    return Object.fromEntries(given) as Record<keyof Row, SQL>;
  });

const encoded = (column: Column | undefined, value: unknown): unknown =>
  value === null || !column ? value : column.mapToDriverValue(value);

/** What the placeholders of `givenRows` stand for, as the columns encode it. */
export function rowValues(table: PgTable, name: string, rows: readonly object[]): Record<string, unknown> {
  const columns = getTableColumns<PgTable>(table);
  return Object.fromEntries(
    rows.flatMap((row, at) =>
      filled(row).map(([column, value]) => [nameOf(name, at, column), encoded(columns[column], value)]),
    ),
  );
}
