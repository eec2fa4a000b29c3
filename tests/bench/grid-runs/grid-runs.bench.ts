import { setTimeout as pause } from 'node:timers/promises';
import { Big } from 'big.js';
import type { StreamTrade } from '../../../server/exchanges/exchange.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startEmbedded } from '../../../server/db/embedded.ts';
import { migrateDatabase } from '../../../server/db/migrate.ts';
import { createLog } from '../../../server/lib/log.ts';
import { newId } from '../../../server/lib/id.ts';
import type { Partition } from '../../../server/runtime/leases/partition.ts';
import { dataFolder } from '../../setup/data-folder.ts';
import { cpuMeter } from '../cpu.ts';
import { inTurn, median, percentile, type Row, summary } from '../measure.ts';
import { root } from '../site.ts';
import { botServer } from './bot-server.ts';
import { type HeldExchange, heldExchange, pairOf } from './held-exchange.ts';
import { LEVELS, PRICE, type SeededRun, seedRun } from './seeded-runs.ts';

const RUNS = 1000;
/** Runs of one person. */
const EACH = 10;
const PAIRS = 50;
/** Of all runs together, a second; and how many in all. */
const PACE = 25;
const FILLS = 1000;
const GOAL = 50;
/** Pause between two bare commits, ms. */
const COMMIT_EVERY = 100;
/** Rounds that a run has behind it, and how many of its fills are measured. */
const AGES = [10, 1000, 5000];
const FILLS_OF_AGE = 40;
/** What a fill of the oldest may cost over one of the youngest. */
const FLAT = 1.5;
const TICKS = 20_000;
const TICK_ROUNDS = 9;
/** Trades a second that it has to take; an engine without runs looks none of them up. */
const LEAST_TICKS = 200_000;
/** Until PostgreSQL has counted what its connections have done, ms. */
const COUNTED_WITHIN = 12_000;

const symbols = Array.from({ length: PAIRS }, (_, at) => `B${at}`);

interface Bench {
  database: Database;
  /** A connection of its own to the same database. */
  beside: Database;
  exchange: HeldExchange;
  cpu: () => number;
}

const seededRun = (at: number, userId: string): SeededRun => ({
  userId,
  runId: newId(),
  keyId: newId(),
  symbol: `${symbols[at % PAIRS] ?? ''}USDT`,
});

/** The order of a run that rests nearest to the market, on one side and the other in turn. */
function nearest(exchange: HeldExchange, { keyId }: SeededRun, turn: number) {
  const side = turn % 2 === 0 ? 'buy' : 'sell';
  const orders = exchange.restingOf(keyId).filter((order) => order.side === side);
  const [first] = orders.toSorted((one, other) => one.price.minus(PRICE).abs().cmp(other.price.minus(PRICE).abs()));
  if (!first) throw new Error('Nothing rests on that side.');
  return first;
}

/** Their streams are open, and their orders were compared. */
async function watched(exchange: HeldExchange, runs: readonly SeededRun[]): Promise<void> {
  while (!runs.every(({ keyId }) => exchange.isWatched(keyId))) await pause(50);
}

/** Nothing is written any more. */
async function quiet({ database: { sql } }: Bench): Promise<void> {
  for (let before = '', same = 0; same < 3; await pause(500)) {
    const [row] = await sql<{ at: string }[]>`select pg_current_wal_lsn()::text as at`;
    same = row?.at === before ? same + 1 : 0;
    before = row?.at ?? '';
  }
}

/** Rows of bots that were written, and those that were read, so far. */
async function rowsOf({ database: { sql } }: Bench): Promise<{ written: number; read: number }> {
  await pause(COUNTED_WITHIN);
  const [row] = await sql<{ written: number; read: number }[]>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as written, sum(seq_tup_read + idx_tup_fetch)::float8 as read
    from pg_stat_user_tables where relname like 'bot%'`;
  return row ?? { written: 0, read: 0 };
}

interface Filled {
  times: number[];
  /** Of bare commits meanwhile. */
  commits: number[];
  /** Of one fill. */
  cpu: number;
  written: number;
  read: number;
}

/** What one row takes to be on the disk, again and again until it is stopped, ms. */
function commitsMeanwhile({ beside: { sql } }: Bench): () => Promise<number[]> {
  const over = new AbortController();
  const times: number[] = [];
  const commitAll = async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await sql`insert into commits values (${began})`;
      times.push(performance.now() - began);
      await pause(COMMIT_EVERY);
    }
    return times;
  };
  const ended = commitAll();
  return () => {
    over.abort();
    return ended;
  };
}

/** Fills one after the other at a pace, and what each took until its mirror went out. */
async function fillAll(bench: Bench, runs: readonly SeededRun[], of: { count: number; pace: number }): Promise<Filled> {
  const { exchange, cpu } = bench;
  await quiet(bench);
  const before = await rowsOf(bench);
  const stopCommits = commitsMeanwhile(bench);
  const [began, spent] = [performance.now(), cpu()];
  const waiting: Promise<number>[] = [];
  for (let at = 0; at < of.count; at += 1) {
    await pause(Math.max(0, began + (at * 1000) / of.pace - performance.now()));
    const run = runs[(at * 7) % runs.length];
    if (!run) continue;
    const filled = exchange.fill(run.keyId, nearest(exchange, run, at));
    waiting.push(filled);
    if (runs.length === 1) await filled;
  }
  const times = await Promise.all(waiting);
  const commits = await stopCommits();
  await quiet(bench);
  const used = cpu() - spent;
  const after = await rowsOf(bench);
  const each = (all: number): number => all / of.count;
  return {
    times,
    commits,
    cpu: each(used),
    written: each(after.written - before.written),
    read: each(after.read - before.read),
  };
}

/** A fill is written before its mirror is called for, and waits for the disk as the bare commits beside it do. */
async function fillRow(bench: Bench, runs: readonly SeededRun[]): Promise<Row> {
  const { times, commits, cpu, written, read } = await fillAll(bench, runs, { count: FILLS, pace: PACE });
  const [worst, floor] = [percentile(times, 99), percentile(commits, 99)];
  return {
    name: `${RUNS} runs of ${LEVELS} levels on one engine: from a fill to the call of its mirror at ${PACE} fills a second, p99`,
    found: `${worst.toFixed(0)} ms, of a bare commit meanwhile ${floor.toFixed(0)} ms; ${summary(times, 'ms')}; a fill: CPU ${cpu.toFixed(1)} ms, ${written.toFixed(1)} rows written, ${read.toFixed(0)} read; a round is two`,
    goal: `under ${GOAL} ms`,
    met: worst < GOAL,
  };
}

async function ageRows(bench: Bench, runs: readonly SeededRun[]): Promise<Row[]> {
  const found: Filled[] = [];
  for (const run of runs) {
    // What is read once.
    await bench.exchange.fill(run.keyId, nearest(bench.exchange, run, 0));
    found.push(await fillAll(bench, [run], { count: FILLS_OF_AGE, pace: 10 }));
  }
  const [youngest] = found;
  return found.map(({ times, cpu, read }, at) => {
    const ratio = cpu / (youngest?.cpu ?? 1);
    return {
      name: `a fill of a run that has ${AGES[at]} rounds behind it`,
      found: `CPU ${cpu.toFixed(1)} ms (${ratio.toFixed(2)} times the youngest's), ${read.toFixed(0)} rows read; to its mirror's call ${summary(times, 'ms')}`,
      goal: `at most ${FLAT} times`,
      met: ratio <= FLAT,
    };
  });
}

const PRICES = Array.from({ length: 20 }, (_, at) => PRICE.plus(new Big(at).div(100)));

/** Trades a second that an engine takes, of all pairs in turn, none of which meets anything. */
function ticksOf(listeners: readonly ((event: { kind: 'trade'; trade: StreamTrade }) => void)[]) {
  return async (): Promise<number> => {
    const time = Date.now();
    const trades = Array.from({ length: TICKS }, (_, at): StreamTrade => {
      const price = PRICES[at % PRICES.length] ?? PRICE;
      return { symbol: `${symbols[at % PAIRS] ?? ''}USDT`, price, time: time + at, id: null };
    });
    const began = performance.now();
    for (const trade of trades) for (const listener of listeners) listener({ kind: 'trade', trade });
    return (TICKS * 1000) / (performance.now() - began);
  };
}

const ownsNone: Partition = { join: async () => () => false, leave: async () => {} };

/** Both engines take the same trades in turn: the one that works on the runs, and one that has none. */
async function tickRow({ database: { db }, exchange }: Bench, withRuns: HeldExchange): Promise<Row> {
  const idle = botServer({ db, exchange, price: PRICE }, ownsNone);
  await idle.start();
  await pause(500);
  const rounds = { baseline: ticksOf(exchange.listeners()), product: ticksOf(withRuns.listeners()) };
  await inTurn(3, rounds);
  const { baselines, products } = await inTurn(TICK_ROUNDS, rounds);
  await idle.stop();
  const inThousands = (values: number[]) =>
    summary(
      values.map((value) => value / 1000),
      'thousand/s',
    );
  return {
    name: `trades that an engine with ${RUNS} runs takes, each watching two stops, and one without runs`,
    found: `${inThousands(products)}; without ${inThousands(baselines)}`,
    goal: `at least ${LEAST_TICKS / 1000} thousand/s`,
    met: median(products) >= LEAST_TICKS,
  };
}

/** N-6: what a thousand grids cost, and one that is old. */
export async function gridRunRows(): Promise<Row[]> {
  const data = dataFolder();
  const embedded = await startEmbedded({ dataDir: data.path, log: createLog('silent') });
  const [database, beside] = [openDatabase(embedded.url), openDatabase(embedded.url, { max: 1 })];
  const exchange = heldExchange(symbols.map(pairOf));
  const bench: Bench = { database, beside, exchange, cpu: cpuMeter(process.pid, data.path) };
  try {
    await migrateDatabase(database, root);
    await database.sql`create table commits (at float8)`;
    const { db } = database;
    const people = Array.from({ length: RUNS / EACH }, newId);
    const runs: SeededRun[] = [];
    for (let at = 0; at < RUNS; at += 1)
      runs.push(await seedRun(db, exchange, seededRun(at, people[Math.floor(at / EACH)] ?? '')));
    const aged: SeededRun[] = [];
    for (const rounds of AGES) aged.push(await seedRun(db, exchange, { ...seededRun(0, newId()), rounds }));
    // So many insertions at once are no part of what a fill costs: what PostgreSQL does after them is done before.
    await database.sql`vacuum analyze`;
    await database.sql`checkpoint`;
    const engine = botServer({ db, exchange, price: PRICE });
    await engine.start();
    await watched(exchange, [...runs, ...aged]);
    await quiet(bench);
    try {
      const idle = heldExchange(symbols.map(pairOf));
      const ages = await ageRows(bench, aged);
      const fills = await fillRow(bench, runs);
      return [fills, await tickRow({ ...bench, exchange: idle }, exchange), ...ages];
    } finally {
      await engine.stop();
    }
  } finally {
    await Promise.all([database.close(), beside.close()]);
    await embedded.stop();
    data.remove();
  }
}
