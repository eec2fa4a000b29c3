import type { Database } from '../../server/db/database.ts';

/** A copy's id follows from the original's, so that its rows find each other; it has to look like a UUID. */
const idOf = (column: string) =>
  `overlay(overlay(md5(was.${column}::text || copy) placing '4' from 13) placing '8' from 17)::uuid`;

const CLOSED = 'select id from order_blocks where not open';

interface Copied {
  table: string;
  /** Columns that are ids. */
  ids: readonly string[];
  /** Whose columns are told apart otherwise. */
  more?: string;
  /** What ties a row to its block, for those of closed blocks alone. */
  ofBlock: string;
}

const TABLES: Copied[] = [
  { table: 'order_blocks', ids: ['id'], more: `, 'created_at', was.created_at - copy`, ofBlock: `id in (${CLOSED})` },
  { table: 'positions', ids: ['id', 'block_id'], ofBlock: `block_id in (${CLOSED})` },
  {
    table: 'orders',
    ids: ['id', 'block_id', 'position_id'],
    more: `, 'client_order_id', was.client_order_id || copy, 'placed_at', was.placed_at - copy`,
    ofBlock: `block_id in (${CLOSED})`,
  },
  {
    table: 'fills',
    ids: ['order_id'],
    more: `, 'trade_id', was.trade_id || '-' || copy`,
    ofBlock: `order_id in (select id from orders where block_id in (${CLOSED}))`,
  },
];

interface Copies {
  times: number;
  from?: number;
  which: 'all' | 'closed';
}

async function multiply({ sql }: Pick<Database, 'sql'>, { times, from = 1, which }: Copies): Promise<void> {
  for (const { table, ids, more = '', ofBlock } of TABLES)
    await sql.unsafe(`insert into ${table} select (jsonb_populate_record(was, jsonb_build_object(
      ${ids.map((id) => `'${id}', ${idOf(id)}`).join(', ')}${more}))).*
      from ${table} was, generate_series(${from}, ${from + times - 1}) copy ${which === 'all' ? '' : `where was.${ofBlock}`}`);
}

/**
 * Each block of a site so many times more, with all that belongs to it. `from` numbers the copies: none twice. The engine
 * looks for orders that rest in a copy, which no exchange knows.
 */
export const multiplyBlocks = (database: Pick<Database, 'sql'>, times: number, from = 1): Promise<void> =>
  multiply(database, { times, from, which: 'all' });

/** Closed blocks alone, of which nothing is left to do. */
export const multiplyClosedBlocks = (database: Pick<Database, 'sql'>, times: number): Promise<void> =>
  multiply(database, { times, which: 'closed' });
