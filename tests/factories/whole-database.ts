import type { TestSite } from '../setup/site.ts';

type Sql = TestSite['database']['sql'];

interface Column {
  schema: string;
  table: string;
  column: string;
  type: string;
  isNeeded: boolean;
}

const columnsOf = (sql: Sql) => sql<Column[]>`
  select c.table_schema as schema, c.table_name as table, c.column_name as column, c.data_type as type,
    c.is_nullable = 'NO' and c.column_default is null as "isNeeded"
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
  order by 1, 2, c.ordinal_position`;

const tablesOf = (columns: readonly Column[]) => Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`);

/** The tables that hold a text in any column of any row. */
export async function tablesWith(sql: Sql, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of tablesOf(await columnsOf(sql)).keys()) {
    const [hit] = await sql`select 1 from ${sql(name)} one where one::text ilike ${`%${text}%`} limit 1`;
    if (hit) found.push(name);
  }
  return found;
}

const SOMETHING: Record<string, () => unknown> = {
  uuid: () => crypto.randomUUID(),
  text: () => crypto.randomUUID(),
  boolean: () => false,
  // A time that has not come: no worker takes it meanwhile.
  bigint: () => Date.now() + 3_600_000,
  integer: () => 1_000_000,
  numeric: () => '1',
  real: () => 0,
  jsonb: () => '{}',
  bytea: () => Buffer.from(crypto.randomUUID()),
  ARRAY: () => [],
};

/** One more row of a person in every table that names an owner; answers the tables. */
export async function rowEverywhere(sql: Sql, userId: string): Promise<string[]> {
  const owned = [...tablesOf(await columnsOf(sql))].filter(
    ([name, columns]) => name !== 'public.users' && columns.some(({ column }) => column === 'user_id'),
  );
  for (const [name, columns] of owned) {
    const row: Record<string, unknown> = { user_id: userId };
    for (const { column, type } of columns.filter(({ isNeeded }) => isNeeded)) row[column] ??= SOMETHING[type]?.();
    await sql`insert into ${sql(name)} ${sql(row)}`;
  }
  return owned.map(([name]) => name);
}
