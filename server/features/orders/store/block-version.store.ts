import { type SQL, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import { keys } from '../../../db/schema/keys.ts';
import { fills, orderBlocks, orders, positions } from '../../../db/schema/orders.ts';

/**
 * Names what is stored of a block, in a statement about `orderBlocks`: another text after any change of any row that a
 * view of it is read from, by any process. PostgreSQL marks each version of a row with the transaction that wrote it
 * (xmin, https://www.postgresql.org/docs/current/ddl-system-columns.html), and numbers transactions upwards.
 */
export function blockVersion(): SQL.Aliased<string> {
  const ofFills = sql`(select string_agg(f.xmin::text, ' ') from ${fills} f where f.user_id = o.user_id and f.order_id = o.id)`;
  const ofOrders = sql`(select string_agg(concat_ws(' ', o.xmin, ${ofFills}), '/')
    from ${orders} o where o.user_id = p.user_id and o.position_id = p.id)`;
  const ofPositions = sql`(select string_agg(concat_ws(' ', p.xmin, k.xmin, ${ofOrders}), ';')
    from ${positions} p join ${keys} k on k.user_id = p.user_id and k.id = p.key_id
    where p.user_id = ${orderBlocks.userId} and p.block_id = ${orderBlocks.id})`;
  const ofOwner = sql`(select u.xmin from ${users} u where u.user_id = ${orderBlocks.userId})`;
  return sql<string>`concat_ws(' ', ${orderBlocks}.xmin, ${ofOwner}, ${ofPositions})`.as('version');
}
