import { setTimeout as sleep } from 'node:timers/promises';
import { disagreements, theirOrders } from '../factories/both-books.ts';
import { type BotsJudged, countBots, lostLevels } from './bots.ts';
import type { ManySite } from './site.ts';

type Sql = ManySite['sql'];

/** Epoch ms. */
export interface Span {
  from: number;
  to: number;
}

export interface Wait extends Span {
  /** Without the time in which the exchange or every engine was away, ms. */
  ms: number;
}

export interface Judgment {
  /** Orders that the exchange has twice, or two entries of one position. */
  duplicates: number;
  /** Orders and blocks that were accepted and are not what the exchange says, or not there, and levels of grids that have none. */
  forgotten: number;
  /** Which they are. */
  forgottenOnes: string[];
  copies: number;
  /** Copies that were not sent, by their reason: the exchange was away, or they were late. */
  copiesLeftOut: Record<string, number>;
  alertsMissed: number;
  alertsTwice: number;
  /** From the acceptance of a main key's order to its being sent, the longest first: what a person waits for a takeover. */
  waits: Wait[];
  bots: BotsJudged;
}

/** How long everything may take to come to rest once nothing is killed any more. */
const REST_WITHIN = 90_000;
const LOOK_EVERY = 1_000;
/** How many of the longest waits are told. */
const LONGEST = 5;

const missed = (sql: Sql) => sql`select a.id from alerts a left join firings f on f.alert_id = a.id where f.id is null`;
const twice = (sql: Sql) => sql`select alert_id from firings group by alert_id having count(*) > 1`;
const secondEntries = (sql: Sql) => sql`
  select position_id from orders where leg = 'entry' and exchange_order_id is not null
  group by position_id having count(*) > 1`;

async function atRest(sql: Sql): Promise<boolean> {
  const open = [await disagreements(sql), await lostLevels(sql), await missed(sql)];
  return open.every(({ length }) => length === 0);
}

/** What an order waited outside of these spans, in which no takeover is possible and which do not overlap. */
function waitOf({ from, to }: Span, spans: readonly Span[]): Wait {
  const inside = spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);
  return { from, to, ms: to - from - inside };
}

/** What has become of the accepted blocks, once everything is at rest or has had its time. */
export async function judge(
  sql: Sql,
  { placed, outages }: { placed: readonly string[]; outages: readonly Span[] },
): Promise<Judgment> {
  for (let waited = 0; waited < REST_WITHIN && !(await atRest(sql)); waited += LOOK_EVERY) await sleep(LOOK_EVERY);
  const copies = (await theirOrders(sql)).filter((order) => order.copies > 1);
  const open = await disagreements(sql);
  const lost = await lostLevels(sql);
  const known = new Set((await sql<{ id: string }[]>`select id from order_blocks`).map(({ id }) => id));
  const unknown = placed.filter((id) => !known.has(id));
  const waits = await sql<Record<'from' | 'to', string>[]>`
    select b.created_at as from, o.placed_at as to from orders o
    join order_blocks b on b.user_id = o.user_id and b.id = o.block_id
    join positions p on p.user_id = o.user_id and p.id = o.position_id 
    where o.leg = 'entry' and p.ordinal = 0 and b.bot_id is null`;
  const copied = await sql<{ reason: string | null; copies: number }[]>`
    select case when o.exchange_order_id is null then coalesce(p.reason, o.reason, o.state) end as reason,
      count(*)::int as copies
    from positions p left join orders o on o.user_id = p.user_id and o.position_id = p.id and o.leg = 'entry'
    where p.ordinal > 0 group by 1`;
  return {
    duplicates: copies.length + (await secondEntries(sql)).length,
    forgotten: unknown.length + open.length + lost.length,
    forgottenOnes: [
      ...unknown.map((id) => `block ${id}`),
      ...open.map(
        ({ id, our, their }) =>
          `order ${id}: ${JSON.stringify(our ?? null)}, on the exchange ${JSON.stringify(their ?? null)}`,
      ),
      ...lost.map(
        ({ runId, number, last }) => `level ${number} of run ${runId}: nothing rests, last ${last ?? 'nothing'}`,
      ),
    ],
    copies: copied.reduce((sum, each) => sum + each.copies, 0),
    copiesLeftOut: Object.fromEntries(
      copied.flatMap(({ reason, copies: left }) => (reason === null ? [] : [[reason, left]])),
    ),
    bots: await countBots(sql),
    alertsMissed: (await missed(sql)).length,
    alertsTwice: (await twice(sql)).length,
    waits: waits
      .map(({ from, to }) => waitOf({ from: Number(from), to: Number(to) }, outages))
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, LONGEST),
  };
}
