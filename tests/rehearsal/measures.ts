import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManySite } from './site.ts';

export interface ProcessReading {
  /** CPU of the process and of PostgreSQL on its connections, ms. */
  cpu: number;
  sql: number;
  /** Resident, bytes. */
  memory: number;
  /** Of PostgreSQL on its connections, bytes. */
  sqlMemory: number;
}

/** Counters since the start of a site of many processes. */
export interface Reading {
  /** ms */
  at: number;
  /** By the names that they were started with. */
  processes: Record<string, ProcessReading>;
  /** All of PostgreSQL but the connections of the measurement itself; what no connection used is in `background`. CPU in ms, memory in bytes. */
  postgres: { cpu: number; background: number; memory: number };
  /** Messages published, and delivered to each role; CPU in ms, memory in bytes. */
  nats: { cpu: number; published: number; deliveredToWeb: number; deliveredToEngine: number; memory: number };
  /** Rows inserted, updated and deleted, without and with those of the paper exchange, and committed transactions. */
  rows: number;
  allRows: number;
  commits: number;
  /** Trades on the paper exchange. */
  ticks: number;
}

/** A connection that is idle reports its figures within so many ms. */
const REPORTED_WITHIN = 11_000;
/** Of the kernel's clock ticks, 100 a second on Linux. */
const MS_PER_TICK = 10;

const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** User and system time; with that of children that have ended. */
export const cpuOf = (pid: number, { ended = false } = {}): number =>
  sum(
    statOf(pid)
      .slice(11, ended ? 15 : 13)
      .map(Number),
  ) * MS_PER_TICK;
/** In bytes; a share of what is shared. */
const memoryOf = (pid: number, of: 'Rss' | 'Pss'): number =>
  1024 * Number(new RegExp(`^${of}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);

export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(statOf(pid)[1]) === parent;
      } catch {
        return false; // It has ended meanwhile.
      }
    });

async function rowsAndCommits({ sql }: Pick<ManySite, 'sql'>) {
  const [found] = await sql<Record<'rows' | 'all_rows' | 'commits' | 'ticks', string>[]>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del) filter (where schemaname = 'public') as rows,
      sum(n_tup_ins + n_tup_upd + n_tup_del) as all_rows,
      (select xact_commit from pg_stat_database where datname = current_database()) as commits,
      (select sum(trade_id) from paper.prices) as ticks
    from pg_stat_user_tables`;
  return {
    rows: Number(found?.rows),
    allRows: Number(found?.all_rows),
    commits: Number(found?.commits),
    ticks: Number(found?.ticks),
  };
}

async function natsReading({ nats }: Pick<ManySite, 'nats'>): Promise<Reading['nats']> {
  const [server, answer] = await Promise.all(
    ['varz', 'connz?subs=1'].map(async (page) => (await fetch(`${nats.monitorUrl}/${page}`)).json()),
  );
  interface Connection {
    out_msgs: number;
    subscriptions_list?: string[];
  }
  const { connections } = answer as { connections: Connection[] };
  // Events for people's pages go to web processes alone.
  const { web = [], engine = [] } = Object.groupBy(connections, (each) =>
    each.subscriptions_list?.includes('user.>') ? 'web' : 'engine',
  );
  return {
    cpu: cpuOf(nats.pid()),
    memory: memoryOf(nats.pid(), 'Rss'),
    published: (server as { in_msgs: number }).in_msgs,
    deliveredToWeb: sum(web.map((each) => each.out_msgs)),
    deliveredToEngine: sum(engine.map((each) => each.out_msgs)),
  };
}

/** Reads all counters, after what was counted has been reported. */
export async function read(site: ManySite): Promise<Reading> {
  await sleep(REPORTED_WITHIN);
  const { sql, postgresPid } = site;
  const backends = await sql<{ pid: number; name: string }[]>`
    select pid, application_name as name from pg_stat_activity where backend_type = 'client backend'`;
  const counts = await rowsAndCommits(site);
  const nats = await natsReading(site);
  const processes = Object.fromEntries(
    [...site.webs, ...site.engines, site.paper].map(({ name, pid }) => {
      const own = backends.filter((backend) => backend.name === name);
      const reading = {
        cpu: cpuOf(pid()),
        memory: memoryOf(pid(), 'Rss'),
        sql: sum(own.map((each) => cpuOf(each.pid))),
        sqlMemory: sum(own.map((each) => memoryOf(each.pid, 'Pss'))),
      };
      return [name, reading];
    }),
  );
  const measuring = new Set(backends.filter(({ name }) => !(name in processes)).map(({ pid }) => pid));
  const others = childrenOf(postgresPid).filter((pid) => !measuring.has(pid));
  const cpu = cpuOf(postgresPid, { ended: true }) + sum(others.map((pid) => cpuOf(pid)));
  const background = cpu - sum(Object.values(processes).map((each) => each.sql));
  const memory = sum([postgresPid, ...others].map((pid) => memoryOf(pid, 'Pss')));
  return { at: performance.now(), processes, postgres: { cpu, background, memory }, nats, ...counts };
}

type Numbers = { [name: string]: number | Numbers };
const MEMORY = new Set(['memory', 'sqlMemory']);

function minus(after: Numbers, before: Numbers): Numbers {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const was = before[name];
      if (typeof value === 'number') return [name, MEMORY.has(name) ? value : value - Number(was)];
      return [name, minus(value, was as Numbers)];
    }),
  );
}

/** What was counted between two readings; memory is that of the later one. */
export const between = (before: Reading, after: Reading): Reading =>
  minus(after as unknown as Numbers, before as unknown as Numbers) as unknown as Reading;

/** Request weight spent at the paper exchange, whose count begins anew each minute. */
export function meterWeight({ paperUrl }: Pick<ManySite, 'paperUrl'>) {
  let closed = 0;
  let current = 0;
  let own = 0;
  const look = async () => {
    const { headers } = await fetch(`${paperUrl}/api/v3/ping`).catch(() => ({ headers: new Headers() }));
    if (!headers.has('x-mbx-used-weight-1m')) return;
    own += 1;
    const used = Number(headers.get('x-mbx-used-weight-1m'));
    if (used < current) closed += current;
    current = used;
  };
  const timer = setInterval(() => void look(), 1000);
  return { total: () => closed + current - own, stop: () => clearInterval(timer) };
}
