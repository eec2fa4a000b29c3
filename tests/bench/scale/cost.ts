import type { ProcessReading, Reading } from '../../rehearsal/measures.ts';

/** CPU of a process and of PostgreSQL on its connections, ms. */
export type Cpu = Pick<ProcessReading, 'cpu' | 'sql'>;

/** Of the processes of one role: the one that does the work, and each of the others, which only receive of it. */
export interface RoleCost {
  one: Cpu;
  other: Cpu;
}

/** What something costs: an order, a trade, a second of an open page. */
export interface Cost {
  web: RoleCost;
  engine: RoleCost;
  paper: Cpu;
  /** CPU of PostgreSQL that no connection uses: its log, checkpoints and vacuum, ms. */
  background: number;
  /** CPU in ms; messages published, and delivered to each process of a role. */
  nats: { cpu: number; published: number; toEachWeb: number; toEachEngine: number };
  /** Rows written, without and with those of the paper exchange, and committed transactions. */
  rows: number;
  allRows: number;
  commits: number;
  /** Request weight at the exchange. */
  weight: number;
}

type Numbers = { [name: string]: number | Numbers };

function join(one: Numbers, other: Numbers, by: (one: number, other: number) => number): Numbers {
  return Object.fromEntries(
    Object.entries(one).map(([name, value]) => {
      const second = other[name];
      if (typeof value === 'number') return [name, by(value, Number(second))];
      return [name, join(value, second as Numbers, by)];
    }),
  );
}

const joined = (one: Cost, other: Cost, by: (one: number, other: number) => number) =>
  join(one as unknown as Numbers, other as unknown as Numbers, by) as unknown as Cost;

export const minus = (one: Cost, other: Cost): Cost => joined(one, other, (a, b) => a - b);
/** Of `runs` runs and one more. */
export const mean = (runs: number, before: Cost, one: Cost): Cost =>
  joined(before, one, (a, b) => Number(((a * runs + b) / (runs + 1)).toPrecision(4)));
export const times = (cost: Cost, factor: number): Cost => joined(cost, cost, (value) => value * factor);
/** Noise around nothing is nothing; four digits are more than the measurement has. */
export const rounded = (cost: Cost): Cost => joined(cost, cost, (value) => Number(Math.max(0, value).toPrecision(4)));

/** What cannot be told from what the site does at rest, which differs by so much: CPU in ms, or counts, a second. */
const NOISE: Readonly<Record<string, number>> = { cpu: 3, background: 1 };
const NOISE_OF_COUNTS = 0.5;

/** Without what may be noise alone. */
export const significant = (cost: Cost, seconds: number): Cost => {
  const clean = (all: Numbers): Numbers =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => {
        if (typeof value !== 'number') return [name, clean(value)];
        return [name, value < (NOISE[name] ?? NOISE_OF_COUNTS) * seconds ? 0 : value];
      }),
    );
  return clean(cost as unknown as Numbers) as unknown as Cost;
};

const cpuOf = ({ cpu, sql }: ProcessReading): Cpu => ({ cpu, sql });

function roleCost({ processes }: Reading, role: string): RoleCost {
  const all = Object.entries(processes).filter(([name]) => name.startsWith(`${role}-`));
  const [one, other] = all.map(([, reading]) => cpuOf(reading)).toSorted((a, b) => b.cpu + b.sql - (a.cpu + a.sql));
  if (!one || !other) throw new Error('Two processes of each role are measured.');
  return { one, other };
}

/** What was counted on a site of two web processes and two engines; of each role the busier process is the one that does the work. */
export function costOf(counted: Reading, weight: number): Cost {
  const { processes, postgres, nats, rows, allRows, commits } = counted;
  const paper = processes['paper'];
  if (!paper) throw new Error('The paper exchange is measured.');
  const { cpu, published, deliveredToWeb, deliveredToEngine } = nats;
  return {
    web: roleCost(counted, 'web'),
    engine: roleCost(counted, 'engine'),
    paper: cpuOf(paper),
    background: postgres.background,
    nats: { cpu, published, toEachWeb: deliveredToWeb / 2, toEachEngine: deliveredToEngine / 2 },
    rows,
    allRows,
    commits,
    weight,
  };
}

/** The same for both processes of a role, where none of them does the work of the other. */
export function evened(cost: Cost): Cost {
  const even = ({ one, other }: RoleCost): RoleCost => {
    const each = { cpu: (one.cpu + other.cpu) / 2, sql: (one.sql + other.sql) / 2 };
    return { one: each, other: each };
  };
  return { ...cost, web: even(cost.web), engine: even(cost.engine) };
}
