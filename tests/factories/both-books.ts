import type { TestSite } from '../setup/site.ts';

type Sql = TestSite['database']['sql'];
interface OurOrder {
  clientOrderId: string;
  state: string;
  filled: string;
}
interface TheirOrder {
  clientOrderId: string;
  status: string;
  filled: string;
  /** How often the exchange has it. */
  copies: number;
}

const STATE_OF: Record<string, string> = {
  NEW: 'open',
  PENDING_NEW: 'pending',
  PARTIALLY_FILLED: 'partly-filled',
  FILLED: 'filled',
  CANCELED: 'cancelled',
  EXPIRED: 'expired',
};
/** What never reached the exchange and never will. */
const UNSENT = new Set(['rejected', 'expired']);

export const theirOrders = (sql: Sql) => sql<TheirOrder[]>`
  select client_order_id as "clientOrderId", min(status) as status, max(executed_qty)::text as filled, count(*)::int as copies
  from paper.orders group by client_order_id`;
export const ourOrders = (sql: Sql) => sql<OurOrder[]>`
  select client_order_id as "clientOrderId", state, trim_scale(filled_quantity)::text as filled from (
    select client_order_id, state, filled_quantity from orders
    union all select client_order_id, state, filled_quantity from bot_orders) all_orders`;

function disagrees(our: OurOrder | undefined, their: TheirOrder | undefined): boolean {
  if (!their) return !our || !UNSENT.has(our.state);
  const isSame = our?.state === STATE_OF[their.status] && Number(our?.filled) === Number(their.filled);
  return their.copies !== 1 || !isSame;
}

/**
 * Orders that the exchange has twice, or that we do not know, or that stand otherwise with us, or are still in doubt.
 * `theirs` is the paper exchange's own database, where it has one.
 */
export async function disagreements(ours: Sql, theirs: Sql = ours) {
  const theirById = new Map((await theirOrders(theirs)).map((order) => [order.clientOrderId, order]));
  const ourById = new Map((await ourOrders(ours)).map((order) => [order.clientOrderId, order]));
  const ids = new Set([...theirById.keys(), ...ourById.keys()]);
  return [...ids]
    .map((id) => ({ id, our: ourById.get(id), their: theirById.get(id) }))
    .filter((pair) => disagrees(pair.our, pair.their));
}
