import { type SQL, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import { keys } from '../../../db/schema/keys.ts';
import { fills, orderBlocks, orders, positions } from '../../../db/schema/orders.ts';

/**
 * Names what is stored of a block, in a statement about `orderBlocks` of one `owner`: another text after any change of
 * any row that a view of it is read from, by any process. PostgreSQL marks each version of a row with the transaction that
 * wrote it (xmin, https://www.postgresql.org/docs/current/ddl-system-columns.html), and numbers transactions upwards.
 * What all blocks of the owner share is read once for a statement, and the rest of each block in one pass.
 */
export function blockVersion(): SQL.Aliased<string> {
  const owner = sql.placeholder('owner');
  const ofOwner = sql`(select u.xmin from ${users} u where u.user_id = ${owner})`;
  const ofKeys = sql`(select string_agg(k.xmin::text, ' ') from ${keys} k where k.user_id = ${owner})`;
  const ofParts = sql`(select string_agg(concat_ws(' ', p.xmin, o.xmin, f.xmin), ';') from ${positions} p
    left join ${orders} o on o.user_id = p.user_id and o.position_id = p.id
    left join ${fills} f on f.user_id = o.user_id and f.order_id = o.id
    where p.user_id = ${orderBlocks.userId} and p.block_id = ${orderBlocks.id})`;
  return sql<string>`concat_ws('/', ${orderBlocks}.xmin, ${ofOwner}, ${ofKeys}, ${ofParts})`.as('version');
}
