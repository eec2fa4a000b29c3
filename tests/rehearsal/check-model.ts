import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { type Load, predict, type UnitCosts } from '../bench/scale-model.ts';
import { between, read, type Reading } from './measures.ts';
import type { ManySite } from './site.ts';

const COSTS = join(import.meta.dirname, '..', 'bench', 'unit-costs.json');
/** People are active every 20 to 40 s: for the first time in a minute again after 75 s on average. */
const SEEN_EVERY = 75;
const MB = 1_000_000;

type Open = Record<'blocks' | 'pairsOfKeys', number>;

/** How many blocks are open on average until `signal`, and on how many pairs of keys: people trade one pair. */
async function averageOfBlocks({ sql }: ManySite, signal: AbortSignal): Promise<Open> {
  const counts: Open[] = [];
  try {
    for await (const _ of every(2000, undefined, { signal }))
      counts.push(
        ...(await sql<Open[]>`
          select (select count(*)::int from order_blocks where open) as blocks,
            (select count(distinct key_id)::int from positions where ended_at is null) as "pairsOfKeys"`),
      );
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const mean = (of: keyof Open) => counts.reduce((total, count) => total + count[of], 0) / counts.length;
  return { blocks: mean('blocks'), pairsOfKeys: mean('pairsOfKeys') };
}

/** What was done in a second, for the model. */
async function loadOf(
  { sql }: ManySite,
  counted: Reading,
  { open, since }: { open: Open; since: number },
): Promise<Load> {
  const seconds = counted.at / 1000;
  const [found] = await sql<Record<'people' | 'orders' | 'firings' | 'worths', number>[]>`
    select (select count(*)::int from users) as people, (select count(*)::int from order_blocks) as orders,
      (select count(*)::int from firings) as firings,
      (select count(*)::int from worth_snapshots where grain = 'hour' and at >= ${since}) as worths`;
  const { people = 0, orders = 0, firings = 0, worths = 0 } = found ?? {};
  const none = { page: 0, price: 0, list: 0, alertSaved: 0 };
  const [order, firing, seen] = [orders / seconds, firings / seconds, people / SEEN_EVERY];
  const worth = worths / seconds;
  return {
    ...none,
    tick: counted.ticks / seconds,
    seen,
    seenAmong: seen * people,
    firing,
    order,
    block: open.blocks,
    pairOfKey: open.pairsOfKeys,
    worth,
  };
}

/** In ms of CPU, rows, transactions and messages a second; memory in MB. */
function measured({ at, processes, postgres, nats, ...counted }: Reading): Record<string, number> {
  const seconds = at / 1000;
  const sum = (role: string, of: 'cpu' | 'memory') =>
    Object.entries(processes).reduce((total, [name, each]) => total + (name.startsWith(role) ? each[of] : 0), 0);
  const [web, engine, paper] = ['web', 'engine', 'paper'].map((role) => sum(role, 'cpu') / seconds);
  return {
    'CPU of web processes, ms/s': web ?? 0,
    'CPU of engines, ms/s': engine ?? 0,
    'CPU of the paper exchange, ms/s': paper ?? 0,
    'CPU of PostgreSQL, ms/s': postgres.cpu / seconds,
    'CPU of NATS, ms/s': nats.cpu / seconds,
    'rows written /s': counted.allRows / seconds,
    'transactions /s': counted.commits / seconds,
    'messages published /s': nats.published / seconds,
    'messages delivered /s': (nats.deliveredToWeb + nats.deliveredToEngine) / seconds,
    'memory of web processes, MB': sum('web', 'memory') / MB,
    'memory of engines, MB': sum('engine', 'memory') / MB,
    'memory of PostgreSQL, MB': postgres.memory / MB,
  };
}

function predicted(costs: UnitCosts, load: Load): number[] {
  const of = predict(costs, load, { web: 2, engine: 2 });
  const cpu = [of.web, of.engine, of.paper, of.postgres, of.nats];
  const { web, engine, postgres } = of.memory;
  return [
    ...cpu,
    of.allRows,
    of.commits,
    of.published,
    of.delivered,
    ...[web, engine, postgres].map((each) => each / MB),
  ];
}

/** Runs the load, and prints each figure next to what the model predicts of it. */
export async function checkModel(site: ManySite, load: () => Promise<void>, print: (line: string) => void) {
  const before = await read(site);
  const since = Date.now();
  const over = new AbortController();
  const open = averageOfBlocks(site, over.signal);
  await load();
  const counted = between(before, await read(site));
  over.abort();
  const costs = JSON.parse(readFileSync(COSTS, 'utf8')) as UnitCosts;
  const doing = await loadOf(site, counted, { open: await open, since });
  const expected = predicted(costs, doing);
  print(
    `Load a second: ${JSON.stringify(doing, (_, value) => (typeof value === 'number' ? Number(value.toFixed(2)) : value))}`,
  );
  for (const [index, [name, value]] of Object.entries(measured(counted)).entries()) {
    const model = expected[index] ?? 0;
    const error = ((model - value) / value) * 100;
    print(
      `${name.padEnd(34)} model ${model.toFixed(1).padStart(8)}  measured ${value.toFixed(1).padStart(8)}  ${error.toFixed(0).padStart(4)} %`,
    );
  }
}
