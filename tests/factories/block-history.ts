import type { TestSite } from '../setup/site.ts';
import { ordersOf } from './slices-watch.ts';

/** What the exchange has of a block's orders and what the block's own history says, oldest first: what a sighting is explained by. */
export async function blockHistory(site: Pick<TestSite, 'database'>, blockId: string): Promise<string> {
  const { sql } = site.database;
  const positions = await sql<{ id: string }[]>`select id from positions where block_id = ${blockId}`;
  const orders = await Promise.all(positions.map(({ id }) => ordersOf(site, id)));
  const events = await sql<{ at: string; kind: string; details: unknown }[]>`
    select at, kind, details from block_events where block_id = ${blockId} order by id`;
  const story = events.map(({ at, kind, details }) => `${at} ${kind} ${JSON.stringify(details).slice(0, 300)}`);
  return [...orders, ...story].join('\n    ');
}
