import type { Database } from '../../server/db/database.ts';

/** A copy's id follows from the original's, so that its rows find each other; it has to look like a UUID. */
const idOf = (column: string) =>
  `overlay(overlay(md5(was.${column}::text || copy) placing '4' from 13) placing '8' from 17)::uuid`;

/** Each open block of a site so many times more, with all that belongs to it. `from` numbers the copies: none twice. */
export async function multiplyBlocks({ sql }: Pick<Database, 'sql'>, times: number, from = 1): Promise<void> {
  const copies = (table: string, ids: readonly string[], more = '') =>
    sql.unsafe(`insert into ${table} select (jsonb_populate_record(was, jsonb_build_object(
      ${ids.map((id) => `'${id}', ${idOf(id)}`).join(', ')}${more}))).*
      from ${table} was, generate_series(${from}, ${from + times - 1}) copy`);
  await copies('order_blocks', ['id'], `, 'created_at', was.created_at - copy`);
  await copies('positions', ['id', 'block_id']);
  const earlier = `, 'placed_at', was.placed_at - copy`;
  await copies(
    'orders',
    ['id', 'block_id', 'position_id'],
    `, 'client_order_id', was.client_order_id || copy${earlier}`,
  );
  await copies('fills', ['order_id'], `, 'trade_id', was.trade_id || '-' || copy`);
}
