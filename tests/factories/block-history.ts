import type { TestSite } from '../setup/site.ts';

type Site = Pick<TestSite, 'database'>;

/** What the exchange has of a position, oldest first. */
async function ordersOf({ database: { sql } }: Site, positionId: string): Promise<string> {
  const rows = await sql<Record<string, unknown>[]>`
    select p.time, p.update_time, p.working_time, o.leg, o.plan, o.target, o.attempt, p.quantity, p.executed_qty, p.stop_price, p.price, p.status,
      p.order_list_id, o.cancel_asked, o.state
    from orders o join paper.orders p on p.client_order_id = o.client_order_id
    where o.position_id = ${positionId} order by p.order_id`;
  return rows.map((row) => Object.values(row).map(String).join(' ')).join('\n    ');
}

/** What the exchange has of a block's orders and what the block's own history says, oldest first: what a sighting is explained by. */
export async function blockHistory(site: Site, blockId: string): Promise<string> {
  const { sql } = site.database;
  const positions = await sql<{ id: string }[]>`select id from positions where block_id = ${blockId}`;
  const orders = await Promise.all(positions.map(({ id }) => ordersOf(site, id)));
  const events = await sql<{ at: string; kind: string; details: unknown }[]>`
    select at, kind, details from block_events where block_id = ${blockId} order by id`;
  const story = events.map(({ at, kind, details }) => `${at} ${kind} ${JSON.stringify(details).slice(0, 300)}`);
  return [...orders, ...story].join('\n    ');
}
