import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { READ_AT_ONCE } from '../../server/features/orders/external/external-changes.ts';
import { between, meterWeight, read, type Reading } from '../rehearsal/measures.ts';
import type { Person } from '../rehearsal/people.ts';
import { type ManySite, openManySite } from '../rehearsal/site.ts';
import type { Supervised } from '../rehearsal/supervised.ts';
import { type Cost, costOf, evened, mean, minus, rounded, significant, times } from './scale/cost.ts';
import { readOpenBlocks } from './scale/read-open-blocks.ts';
import { openPages } from './scale/pages.ts';
import * as phases from './scale/phases.ts';
import { EVENTS, type UnitCosts } from './scale-model.ts';

const PEOPLE = 60;
const PAGES = 1000;
const ALERTS_EACH = 10;
const HIGHEST = 0.56;
/** One engine reads the balances of all keys here, of so many a minute at most. Binance counts 20 for an account. */
const BALANCES = { weight: 20 / 60, mostKeys: Math.min(PEOPLE, READ_AT_ONCE) };

interface Counted {
  seconds: number;
  ticks: number;
  cost: Cost;
  reading: Reading;
}

/** Counts what the site does during pieces of work, one after the other. */
async function counter(site: ManySite, people: readonly Person[]) {
  const weight = meterWeight(site);
  let before = await read(site);
  let weightBefore = weight.total();
  let last = before;
  return {
    site,
    people,
    last: () => last,
    stop: weight.stop,
    async during(name: string, work: () => Promise<unknown>): Promise<Counted> {
      await work();
      const after = await read(site);
      const reading = between(before, after);
      const weightNow = weight.total();
      const cost = costOf(reading, weightNow - weightBefore);
      [before, weightBefore, last] = [after, weightNow, after];
      console.log(`${name}: ${(reading.at / 1000).toFixed(0)} s`);
      return { seconds: reading.at / 1000, ticks: reading.ticks, cost, reading };
    },
  };
}
type Counter = Awaited<ReturnType<typeof counter>>;

const withoutMarket = (cost: Cost): Cost => ({
  ...cost,
  paper: { cpu: 0, sql: 0 },
  background: 0,
  rows: 0,
  allRows: 0,
  commits: 0,
  weight: 0,
});

/** What a site without any work does, and what each trade of the market adds. */
async function restAndTicks({ site, during }: Counter) {
  const rest = await during('at rest', () => sleep(50_000));
  const busy = await during('trades', () => phases.trade(site, 8000, 200));
  const perSecond = times(rest.cost, 1 / rest.seconds);
  const extraTicks = busy.ticks - (rest.ticks * busy.seconds) / rest.seconds;
  const more = significant(minus(busy.cost, times(perSecond, busy.seconds)), busy.seconds);
  // The paper exchange makes trades at rest too: there they cost no call of its control.
  const tick = rounded(withoutMarket(times(more, 1 / extraTicks)));
  const ticksAtRest = rest.ticks / rest.seconds;
  const market = times(tick, ticksAtRest);
  const second = rounded(evened(minus(perSecond, evened(market))));
  return { tick, second, ticksAtRest, perSecond };
}
type Rest = Awaited<ReturnType<typeof restAndTicks>>;

/** What the work itself cost, without what the site does at rest, the trades that came with it, and other work. */
function own(
  { cost, seconds, ticks }: Counted,
  { perSecond, tick, ticksAtRest }: Rest,
  others: readonly Cost[] = [],
): Cost {
  const known = [times(perSecond, seconds), times(tick, ticks - ticksAtRest * seconds), ...others];
  return significant(known.reduce(minus, cost), seconds);
}

/** Of objects that live, and of buffers, in bytes. */
async function heapOf({ port }: Pick<Supervised, 'port'>): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const names = ['nodejs_heap_space_size_used_bytes{space="old"}', 'nodejs_external_memory_bytes'];
  const lines = metrics.split('\n').filter((line) => names.some((name) => line.startsWith(`${name} `)));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** What was valued within a minute is not asked for again: the trades before took longer. */
async function recordedWorth({ site, during }: Counter, rest: Rest): Promise<Cost> {
  let count = 0;
  const counted = await during('worth recorded', async () => (count = await phases.recordWorth(site)));
  return times(own(counted, rest), 1 / count);
}

/** On the web process that has done nothing yet, so that its memory shows them. */
async function openedPages({ site, people, during }: Counter, rest: Rest) {
  const web = site.webs[1];
  if (!web) throw new Error('There are two web processes.');
  const heap = await heapOf(web);
  const pages = await openPages(PAGES, {
    port: web.port,
    cookies: people.map((who) => who.cookie()),
    pair: 'xrp_usdt',
  });
  await during('pages opened', () => sleep(1000));
  let bytes = pages.bytes();
  const open = await during('open pages', () => sleep(40_000));
  const bytesPerSecond = (pages.bytes() - bytes) / PAGES / open.seconds;
  const page = times(own(open, rest), 1 / PAGES / open.seconds);
  bytes = pages.bytes();
  const shown = await during('prices on open pages', () => phases.trade(site, 200, 4));
  const memory = ((await heapOf(web)) - heap) / PAGES;
  const messages = PAGES * (shown.ticks - (shown.seconds * open.ticks) / open.seconds);
  const price = times(own(shown, rest, [times(page, PAGES * shown.seconds)]), 1 / messages);
  const bytesPerPrice = (pages.bytes() - bytes - bytesPerSecond * PAGES * shown.seconds) / messages;
  pages.close();
  await during('pages closed', () => sleep(5000));
  return { page, price, memory, bytesPerSecond, bytesPerPrice };
}

/** A person's first call within a minute, and what each active person adds to it: of few active people and of more. */
async function activePeople({ site, during }: Pick<Counter, 'site' | 'during'>, others: (counted: Counted) => Cost) {
  const count = 1200;
  const measured = async (name: string, active: number) => {
    const counted = await during(name, () => phases.announcePeople(site, count, 25));
    return { cost: times(others(counted), 1 / count), active: active + count / 2 };
  };
  const few = await measured('people active', PEOPLE);
  const more = await measured('more people active', PEOPLE + count);
  const seenAmong = rounded(times(minus(more.cost, few.cost), 1 / (more.active - few.active)));
  // Every engine does the same.
  return { seen: evened(minus(few.cost, times(seenAmong, few.active))), seenAmong: evened(seenAmong) };
}

/** What is read of the exchange costs weight, whatever it tells; all else is work on the blocks. Each key has them on one pair. */
function ofOpenBlocks(second: Cost, blocks: number) {
  const work = { ...second, weight: 0 };
  const reading = { ...minus(second, work), weight: second.weight - BALANCES.weight * BALANCES.mostKeys };
  return { pairOfKey: times(reading, 1 / PEOPLE), block: times(work, 1 / blocks) };
}

async function peoplesWork({ site, people, during }: Counter, rest: Rest) {
  const { sql } = site;
  const openBlocks = async () => Number((await sql`select count(*) from order_blocks where open`)[0]?.['count']);
  const saved = await during('alerts saved', () => phases.saveAlerts(people, ALERTS_EACH, HIGHEST));
  // PostgreSQL plans a statement anew for its first five uses on a connection.
  await during('first orders', () => phases.placeOrders(people, 2, 5));
  const blocksBefore = await openBlocks();
  let placed = 0;
  const orders = await during('orders', async () => (placed = await phases.placeOrders(people, 10, 5.5)));
  const blocks = await openBlocks();
  // From the orders on, whole rounds of the engines' comparison with the exchange: a minute with the time of the reading.
  const open = await during('open blocks', () => sleep(49_000));
  const { pairOfKey, block } = ofOpenBlocks(times(own(open, rest), 1 / open.seconds), blocks);
  const fired = await during('alerts fired', () => phases.passAlerts(site, HIGHEST, 98));
  const [firings] = await sql`select count(*) from firings`;
  const lists = 1225;
  const listed = await during('lists', () => phases.readLists(people, lists, 25));
  const balances = { ...times(block, 0), weight: BALANCES.weight * BALANCES.mostKeys };
  const openFor = ({ seconds }: Counted, count = blocks) => [
    times(block, count * seconds),
    times(pairOfKey, PEOPLE * seconds),
    times(balances, seconds),
  ];
  const active = await activePeople({ site, during }, (counted) => own(counted, rest, openFor(counted)));
  console.log(`${placed} orders placed, ${blocks} blocks open, ${firings?.['count']} alerts fired`);
  const { cpu, sql: inSql } = await readOpenBlocks(site);
  const blocksMean = (blocksBefore + blocks) / 2;
  const looks = (count: number) => times(active.seen, count);
  return {
    ...active,
    alertSaved: times(own(saved, rest), 1 / (PEOPLE * ALERTS_EACH)),
    // New blocks were there for half of the time on average, and people active in each of two minutes.
    order: times(own(orders, rest, [...openFor(orders, blocksMean), looks(2 * PEOPLE)]), 1 / placed),
    pairOfKey,
    block: { ...block, engine: { ...block.engine, other: { cpu: cpu / 60, sql: inSql / 60 } } },
    firing: times(own(fired, rest, openFor(fired)), 1 / Number(firings?.['count'])),
    list: times(own(listed, rest, [...openFor(listed), looks(PEOPLE)]), 1 / lists),
  };
}

async function measure(): Promise<UnitCosts> {
  const site = await openManySite();
  try {
    await site.setPrice(phases.SYMBOL, String(phases.PRICE));
    const people = await phases.joinOneEngine(site, PEOPLE);
    await phases.worthRecorded(site);
    // Keys that were just added are compared for about a minute.
    await sleep(60_000);
    const counting = await counter(site, people);
    const rest = await restAndTicks(counting);
    const worth = await recordedWorth(counting, rest);
    const { page, price, ...pages } = await openedPages(counting, rest);
    const work = await peoplesWork(counting, rest);
    counting.stop();
    const { processes, postgres, nats } = counting.last();
    /** Of the process of a role that does the work. */
    const busiest = (role: string, of: 'memory' | 'sqlMemory') =>
      Math.max(processes[`${role}-1`]?.[of] ?? 0, processes[`${role}-2`]?.[of] ?? 0);
    const onConnections = Object.values(processes).reduce((sum, { sqlMemory }) => sum + sqlMemory, 0);
    const costs = Object.entries({ ...work, worth, page, price }).map(([name, cost]) => [name, rounded(cost)]);
    return {
      measured: {
        on: new Date().toISOString().slice(0, 10),
        machine: `${cpus().length} cores of a cloud machine`,
        runs: 1,
      },
      second: rest.second,
      tick: rest.tick,
      ...(Object.fromEntries(costs) as Record<keyof typeof work | 'worth' | 'page' | 'price', Cost>),
      memory: {
        // The second one has opened the pages.
        web: processes['web-1']?.memory ?? 0,
        engine: busiest('engine', 'memory'),
        paper: processes['paper']?.memory ?? 0,
        postgres: postgres.memory - onConnections + (processes['paper']?.sqlMemory ?? 0),
        webSql: busiest('web', 'sqlMemory'),
        engineSql: busiest('engine', 'sqlMemory'),
        nats: nats.memory,
        page: pages.memory,
      },
      balances: BALANCES,
      bytes: { pageSecond: pages.bytesPerSecond, price: pages.bytesPerPrice },
    };
  } finally {
    await site.close();
  }
}

const FILE = join(import.meta.dirname, 'unit-costs.json');

/** Small costs are near to what cannot be told from rest: a mean of some runs says more. */
function withRunsBefore(costs: UnitCosts): UnitCosts {
  const before = JSON.parse(readFileSync(FILE, 'utf8')) as UnitCosts;
  const { runs } = before.measured;
  const means = ['second' as const, ...EVENTS].map((name) => [name, mean(runs, before[name], costs[name])]);
  return { ...costs, ...Object.fromEntries(means), measured: { ...costs.measured, runs: runs + 1 } };
}

const costs = await measure();
const written = process.argv.includes('--mean') ? withRunsBefore(costs) : costs;
writeFileSync(FILE, `${JSON.stringify(written, null, 2)}\n`);
