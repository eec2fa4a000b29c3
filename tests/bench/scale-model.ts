import type { Cost, RoleCost } from './scale/cost.ts';

/** As measured by unit-costs.ts on a site of two web processes and two engines; a process's own figures are per second. */
export interface UnitCosts {
  /** Costs are the mean of so many runs; memory and bytes are the last one's. */
  measured: { on: string; machine: string; runs: number };
  /** A second of four processes and the paper exchange without any work. */
  second: Cost;
  /** A trade of the market. */
  tick: Cost;
  /** A second of an open page: its heart-beats and the prices of its alerts' pairs, without the price of the pair that it shows. */
  page: Cost;
  /** That price, for each trade and page. */
  price: Cost;
  /** A person is active for the first time within a minute. */
  seen: Cost;
  /** For each person who was active within the last half hour, what it costs more. */
  seenAmong: Cost;
  list: Cost;
  alertSaved: Cost;
  firing: Cost;
  order: Cost;
  /** A second of an open block: what it holds is compared with the exchange each minute. */
  block: Cost;
  /** A second of a pair on which a key has open blocks: what rests there is read at once, each minute. */
  pairOfKey: Cost;
  /** The balances of keys with open blocks are read as well: weight a second of one key, and how many an engine reads each minute at most. */
  balances: { weight: number; mostKeys: number };
  /** The worth of a key is recorded, each hour for people who used the site within a day. */
  worth: Cost;
  /** Bytes: of processes that have worked, of PostgreSQL on the connections of one of each role and besides, and of an open page. */
  memory: Record<'web' | 'engine' | 'paper' | 'postgres' | 'webSql' | 'engineSql' | 'nats' | 'page', number>;
  /** Sent to pages. */
  bytes: { pageSecond: number; price: number };
}

export const EVENTS = [
  'tick',
  'page',
  'price',
  'seen',
  'seenAmong',
  'list',
  'alertSaved',
  'firing',
  'order',
  'block',
  'pairOfKey',
  'worth',
] as const;
/** How much of each there is a second; of pages, blocks and pairs of keys, how many are open; of `seenAmong`, `seen` times the active people. */
export type Load = Record<(typeof EVENTS)[number], number>;
export interface Processes {
  web: number;
  engine: number;
}

/** Per second: CPU in ms, rows, commits, messages, weight, bytes; memory in bytes. */
export interface Prediction {
  web: number;
  engine: number;
  paper: number;
  postgres: number;
  nats: number;
  rows: number;
  allRows: number;
  commits: number;
  published: number;
  delivered: number;
  weight: number;
  sent: number;
  memory: Record<'web' | 'engine' | 'postgres' | 'nats', number>;
}

/** The processes that the costs were measured with, of both roles together. */
const MEASURED_WITH = 4;

const ofRole = ({ one, other }: RoleCost, count: number, of: 'cpu' | 'sql') => one[of] + (count - 1) * other[of];

/** What a cost is with so many processes: one of each role does the work, the others receive of it. */
function spread(cost: Cost, { web, engine }: Processes) {
  const { nats, background } = cost;
  return {
    web: ofRole(cost.web, web, 'cpu'),
    engine: ofRole(cost.engine, engine, 'cpu'),
    paper: cost.paper.cpu,
    postgres: ofRole(cost.web, web, 'sql') + ofRole(cost.engine, engine, 'sql') + cost.paper.sql + background,
    published: nats.published,
    delivered: nats.toEachWeb * web + nats.toEachEngine * engine,
    rows: cost.rows,
    allRows: cost.allRows,
    commits: cost.commits,
    weight: cost.weight,
  };
}

/** Its own leases, announcements and looks at the database: each process has them, and receives those of all. */
function ofProcesses({ second }: UnitCosts, processes: Processes) {
  const times = (processes.web + processes.engine) / MEASURED_WITH;
  const all = spread(second, processes);
  return {
    ...all,
    published: all.published * times,
    delivered: all.delivered * times,
    rows: all.rows * times,
    commits: all.commits * times,
  };
}

/** What a site of so many processes needs for this load. An analytic model: costs add up, and nothing waits. */
export function predict(costs: UnitCosts, load: Load, processes: Processes): Prediction {
  const total = ofProcesses(costs, processes);
  for (const event of EVENTS) {
    const each = spread(costs[event], processes);
    for (const name of Object.keys(each) as (keyof typeof each)[]) total[name] += each[name] * load[event];
  }
  const { memory, bytes, second, balances } = costs;
  total.weight += balances.weight * Math.min(load.pairOfKey, balances.mostKeys * processes.engine);
  const messages = second.nats.published + second.nats.toEachWeb * 2 + second.nats.toEachEngine * 2;
  const { tick } = costs;
  // Of a trade's messages, since there are enough of them to measure one.
  const natsPerMessage = tick.nats.cpu / (tick.nats.published + 2 * tick.nats.toEachWeb + 2 * tick.nats.toEachEngine);
  return {
    ...total,
    nats:
      Math.max(0, second.nats.cpu - messages * natsPerMessage) + (total.published + total.delivered) * natsPerMessage,
    sent: load.page * bytes.pageSecond + load.price * bytes.price,
    memory: {
      web: processes.web * memory.web + load.page * memory.page,
      engine: processes.engine * memory.engine,
      postgres: memory.postgres + processes.web * memory.webSql + processes.engine * memory.engineSql,
      nats: memory.nats,
    },
  };
}

/** ms of CPU a second that a process, or a core of PostgreSQL, is planned for: the rest is for peaks. */
export const PLANNED = 600;
const MOST_PROCESSES = 10_000;

/** As few processes as keep each below its planned CPU; null where what every process receives is too much for one. */
export function processesFor(costs: UnitCosts, load: Load): Record<'web' | 'engine', number | null> {
  const fewest = (role: 'web' | 'engine'): number | null => {
    for (let count = 1; count <= MOST_PROCESSES; count += 1) {
      const cpu = predict(costs, load, { web: 1, engine: 1, [role]: count })[role];
      if (cpu <= PLANNED * count) return count;
    }
    return null;
  };
  return { web: fewest('web'), engine: fewest('engine') };
}
