import { setTimeout as sleep } from 'node:timers/promises';
import type { TestSite } from '../setup/site.ts';
import { blockHistory } from './block-history.ts';

type Site = Pick<TestSite, 'database'>;

const EVERY_MS = 100;
/** What is worth less than an order is no slice: 10 XRP at 0.5. */
const LEAST = 10;

interface Held {
  positionId: string;
  blockId: string;
  key: string;
  /** Counts the plans of its block. */
  plan: number;
  /** Coins that its orders have brought in, before fees, less those sold. */
  held: number;
  tied: number;
  /** Coins that no stop on the exchange sells. */
  bare: number;
  /** Of the stops on the exchange, the one that sells most. */
  largest: number;
  /** The last stop that was refused because the pair had halted, and when it was written down. */
  refused: number;
  refusedAt: number;
  /** Its owner has canceled something on the exchange. */
  isByHand: boolean;
  /** Nothing else explains that there is no stop: its entry is over, nothing closes it, and no stop is watched here. */
  isToBeHeld: boolean;
}

/** Positions with a plan as the exchange's own book has them, in one look. */
const lookAt = ({ database: { sql } }: Site) => sql<Held[]>`
  with own as (
    select o.position_id, o.leg, o.cancel_asked, p.order_id, p.status, p.quantity - p.executed_qty as left,
      case when p.order_list_id >= 0 then 'list ' || p.order_list_id else 'order ' || p.order_id end as together
    from orders o
    join paper.orders p on p.client_order_id = o.client_order_id
    join order_blocks b on b.user_id = o.user_id and b.id = o.block_id and b.open and b.plan > 0
  ),
  traded as (
    select own.position_id, sum(case when t.is_buyer then t.quantity else -t.quantity end) as gross,
      sum(case when t.is_buyer then t.quantity - t.commission else -t.quantity end) as net
    from own join paper.trades t on t.order_id = own.order_id
    group by own.position_id
  ),
  grouped as (
    select position_id, max(own.left) as tied, max(case when leg = 'stop-loss' then own.left else 0 end) as stopped
    from own where leg <> 'entry' and status in ('NEW', 'PARTIALLY_FILLED')
    group by position_id, together
  ),
  live as (select position_id, sum(tied) as tied, sum(stopped) as stopped, max(stopped) as largest
    from grouped group by position_id)
  select p.id as "positionId", b.id as "blockId", k.key, b.plan, traded.gross::float8 as held, coalesce(live.tied, 0)::float8 as tied,
    (traded.net - coalesce(live.stopped, 0))::float8 as bare, coalesce(live.largest, 0)::float8 as largest,
    coalesce(refused.quantity, 0)::float8 as refused, coalesce(refused.at, 0)::float8 as "refusedAt",
    exists (select 1 from own e where e.position_id = p.id and e.status = 'CANCELED' and not e.cancel_asked) as "isByHand",
    b.stop is not null and b.ending = 'none' and p.interference is null and p.stop_reached_at is null
      and not coalesce(p.watched->'levels', '[]') @> '[{"target": "stop-loss"}]'
      and not exists (select 1 from own e where e.position_id = p.id
        and (e.status in ('NEW', 'PARTIALLY_FILLED') and e.leg in ('entry', 'close'))) as "isToBeHeld"
  from positions p
  join order_blocks b on b.user_id = p.user_id and b.id = p.block_id
  join traded on traded.position_id = p.id
  left join live on live.position_id = p.id
  join lateral (select api_key as key from paper.orders x join own on own.order_id = x.order_id
    where own.position_id = p.id limit 1) k on true
  left join lateral (select o.quantity, o.placed_at as at from orders o
    where o.position_id = p.id and o.leg = 'stop-loss' and o.exchange_order_id is null
      and o.reason ~ 'is not traded|takes no orders'
    order by o.placed_at desc limit 1) refused on true
  where p.ended_at is null`;

export interface SlicesSeen {
  /** More was to go out at some moment than was held. */
  oversold: string[];
  /** More than one slice of what had stops before was without one, at some moment. */
  twoBare: string[];
  /** The longest time that coins of a plan had neither a stop on the exchange nor one that this server watches, ms, by key. */
  bare: ReadonlyMap<string, number>;
  looks: number;
}

/** What was seen of all positions so far. */
class Looks {
  readonly oversold = new Set<string>();
  /** By their sentences, the block of each. */
  readonly twoBare = new Map<string, string>();
  readonly bare = new Map<string, number>();
  readonly #since = new Map<string, number>();
  /** The largest stop of each position when all of it had one last: what is cut into slices may be without one as a whole. */
  readonly #largest = new Map<string, number>();
  /** When that was, UTC epoch ms. */
  readonly #heldAt = new Map<string, number>();
  /** The most coins of each position that were without a stop at once since then, beyond its largest, for one plan. */
  readonly #beyond = new Map<string, { bare: number; plan: number }>();
  count = 0;

  note(rows: readonly Held[], now: number): void {
    this.count += rows.length;
    // Coins are told to a tenth; the exchange itself sizes what came with an entry by all that was bought.
    for (const { positionId, tied, held } of rows)
      if (tied > held + 0.05) this.oversold.add(`${positionId}: ${tied} are to go out of ${held}`);
    for (const row of rows) if (row.bare < LEAST) this.#judge(row);
    const open = rows.filter(({ isToBeHeld, bare }) => isToBeHeld && bare >= LEAST);
    for (const row of open) this.#noteBare(row, now);
    const seen = new Set(open.map(({ positionId }) => positionId));
    for (const id of this.#since.keys()) if (!seen.has(id)) this.#since.delete(id);
  }

  /**
   * All of it has a stop again: slices that were joined into a larger one had to be without one together for it, also where
   * the pair halted just then and the larger one was refused. What was sold meanwhile has none, and tells nothing.
   */
  #judge({ positionId, blockId, largest, plan, refused, refusedAt }: Held): void {
    const [before, beyond] = [this.#largest.get(positionId), this.#beyond.get(positionId)];
    const joined = refusedAt > (this.#heldAt.get(positionId) ?? 0) ? Math.max(refused, largest) : largest;
    this.#heldAt.set(positionId, Date.now());
    if (beyond?.plan === plan && largest >= LEAST && beyond.bare > joined + LEAST)
      this.twoBare.set(
        `${positionId}: ${beyond.bare} were without a stop at once; the largest slice was ${before}, and is ${largest} now`,
        blockId,
      );
    this.#largest.set(positionId, largest);
    this.#beyond.delete(positionId);
  }

  #noteBare({ positionId, key, plan, bare, isByHand }: Held, now: number): void {
    const most = this.#largest.get(positionId);
    if (most !== undefined && !isByHand && bare > most + LEAST)
      this.#beyond.set(positionId, { bare: Math.max(bare, this.#beyond.get(positionId)?.bare ?? 0), plan });
    const from = this.#since.get(positionId) ?? now;
    this.#since.set(positionId, from);
    this.bare.set(key, Math.max(this.bare.get(key) ?? 0, now - from));
  }
}

/** EX-14: looks at the book again and again until it is told to end. */
export async function watchSlices(site: Site, signal: AbortSignal): Promise<SlicesSeen> {
  const looks = new Looks();
  const explained: string[] = [];
  while (!signal.aborted) {
    looks.note(await lookAt(site), performance.now());
    for (const [what, blockId] of [...looks.twoBare].slice(explained.length))
      explained.push(`${what}; at ${Date.now()}\n    ${await blockHistory(site, blockId)}`);
    await sleep(EVERY_MS);
  }
  const { oversold, bare, count } = looks;
  return { oversold: [...oversold], twoBare: explained, bare, looks: count };
}
