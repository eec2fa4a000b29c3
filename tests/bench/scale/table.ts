import { type Load, type Prediction, predict, PLANNED, processesFor, type UnitCosts } from '../scale-model.ts';
import { type Cost, times } from './cost.ts';
import { loadOf } from './workload.ts';

/** What Binance allows an address in a minute. */
const WEIGHT = 6000;
const CONNECTIONS = 10;
const GB = 1e9;

const PEOPLE = [10_000, 100_000, 1_000_000];
const MOST_SITES = 200;

/** One of several equal sites, each with its own people, database and NATS. */
interface Site {
  sites: number;
  load: Load;
  web: number;
  engine: number;
  of: Prediction;
}

const ROWS: readonly [name: string, value: (site: Site) => number][] = [
  ['Open pages', ({ load }) => load.page],
  ['Orders /s', ({ load }) => load.order],
  ['Web processes', ({ web }) => web],
  ['Engines', ({ engine }) => engine],
  ['Memory of both, GB', ({ of }) => (of.memory.web + of.memory.engine) / GB],
  ['PostgreSQL, cores', ({ of }) => of.postgres / PLANNED],
  ['PostgreSQL, connections', ({ web, engine }) => (web + engine) * CONNECTIONS],
  ['Rows written /s', ({ of }) => of.rows],
  ['NATS messages /s, published', ({ of }) => of.published],
  ['NATS messages /s, delivered', ({ of }) => of.delivered],
  ['NATS, cores', ({ of }) => of.nats / PLANNED],
  ['Sent to pages, Mbit/s', ({ of }) => (of.sent * 8) / 1e6],
  ['Outgoing addresses', ({ of }) => (of.weight * 60) / WEIGHT],
];

/** Live, the exchange is not ours. */
function withoutPaper(costs: UnitCosts): UnitCosts {
  const isCost = (value: unknown): value is Cost =>
    typeof value === 'object' && value !== null && 'paper' in value && 'nats' in value && 'rows' in value;
  const entries = Object.entries(costs).map(([name, value]) => [
    name,
    isCost(value) ? { ...value, paper: { cpu: 0, sql: 0 } } : value,
  ]);
  return Object.fromEntries(entries) as UnitCosts;
}

const COMPARISONS_LEFT_OUT = 60;
const NOTHING = { cpu: 0, sql: 0 };

/** Engines look up, read and are woken for their own people only, and compare open blocks with the exchange once an hour. */
function mended(costs: UnitCosts): UnitCosts {
  const byOwner = (cost: Cost): Cost => ({ ...cost, engine: { ...cost.engine, other: NOTHING } });
  return {
    ...costs,
    seen: byOwner(costs.seen),
    order: byOwner(costs.order),
    firing: byOwner(costs.firing),
    seenAmong: times(costs.seenAmong, 0),
    block: times(byOwner(costs.block), 1 / COMPARISONS_LEFT_OUT),
    pairOfKey: times(costs.pairOfKey, 1 / COMPARISONS_LEFT_OUT),
    balances: { ...costs.balances, weight: costs.balances.weight / COMPARISONS_LEFT_OUT },
  };
}

/** People on so many sites that all of them together need the fewest processes. */
function sitesFor(costs: UnitCosts, people: number): Site {
  let best: Site | null = null;
  for (let sites = 1; sites <= MOST_SITES; sites += 1) {
    const load = loadOf(people / sites);
    const { web, engine } = processesFor(costs, load);
    if (web === null || engine === null) continue;
    if (best && sites * (web + engine) >= best.sites * (best.web + best.engine)) continue;
    best = { sites, load, web, engine, of: predict(costs, load, { web, engine }) };
  }
  if (!best) throw new Error('What every process receives is too much for one, whatever the number of sites.');
  return best;
}

const shown = (value: number): string =>
  value >= 10 ? Math.ceil(value).toLocaleString('en-US') : String(Math.ceil(value * 10) / 10);

const markdown = (rows: readonly (readonly string[])[]): string =>
  rows
    .flatMap((row, index) => {
      const line = `| ${row.join(' | ')} |`;
      return index === 0 ? [line, `|${'---|'.repeat(row.length)}`] : [line];
    })
    .join('\n');

/** What people need today, and after the first steps. */
export function scaleTable(measured: UnitCosts): string {
  const costs = withoutPaper(measured);
  const columns = [costs, mended(costs)].flatMap((each) => PEOPLE.map((people) => sitesFor(each, people)));
  const titles = ['', ', later'].flatMap((when) => PEOPLE.map((people) => `${people.toLocaleString('en-US')}${when}`));
  return markdown([
    ['People'].concat(titles),
    ['Sites'].concat(columns.map(({ sites }) => String(sites))),
    ...ROWS.map(([name, value]) => [name].concat(columns.map((site) => shown(value(site) * site.sites)))),
  ]);
}

const NAMES = {
  second: 'a second of the four processes at rest',
  tick: 'a trade of the market',
  page: 'a second of an open page',
  price: 'a price sent to a page',
  seen: "a person's first call within a minute",
  seenAmong: 'for each thousand active people besides',
  list: 'a list read',
  alertSaved: 'an alert saved',
  firing: 'an alert fired',
  order: 'an order',
  block: 'a minute of an open block',
  pairOfKey: 'a minute of a pair on which a key has open blocks',
  worth: 'the worth of a key, each hour',
} as const;

/** Of one process, and after the sign of each further one of its role; in ms. */
const both = ({ one, other }: Cost['web'], of: 'cpu' | 'sql', factor: number) =>
  `${digits(one[of] * factor)} + ${digits(other[of] * factor)}`;
const digits = (value: number) => String(Number(value.toPrecision(2)));

const FACTORS: Readonly<Record<string, number>> = { block: 60, pairOfKey: 60, seenAmong: 1000 };

/** The measured costs. */
export function costTable(costs: UnitCosts): string {
  const rows = Object.entries(NAMES).map(([name, title]) => {
    const cost = costs[name as keyof typeof NAMES];
    const factor = FACTORS[name] ?? 1;
    const { web, engine, background, nats } = cost;
    const sql = `${both(web, 'sql', factor)}; ${both(engine, 'sql', factor)}; ${digits(background * factor)}`;
    const counts = [nats.published, cost.rows, cost.commits, cost.weight].map((value) => digits(value * factor));
    return [title, both(web, 'cpu', factor), both(engine, 'cpu', factor), sql].concat(counts);
  });
  return markdown([['What', 'Web', 'Engine', 'PostgreSQL', 'Messages', 'Rows', 'Transactions', 'Weight'], ...rows]);
}
