import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import type { Sql } from 'postgres';
import { Pool } from 'undici';
import { openDatabase } from '../../server/db/database.ts';
import { runningEmbedded } from '../../server/db/embedded.ts';
import { AlertTable } from '../../server/features/alerts/levels/alert-table.ts';
import { LevelBook } from '../../server/features/alerts/levels/level-book.ts';
import { createLog } from '../../server/lib/log.ts';
import { orderOf } from '../../server/runtime/price-triggers/price-order.ts';
import { openGroup } from './copies.bench.ts';
import { cpuMeter } from './cpu.ts';
import { openCrowd } from './live/crowd.ts';
import { multiplyBlocks } from './many-blocks.ts';
import { inTurn, median, type Row, summary } from './measure.ts';
import { read, reader, READS, type Served } from './reads.bench.ts';
import { type Person, placeBuy, pricesBelow, stranger } from './resting-buys.ts';
import { ownSite } from './site.ts';

const PEOPLE = 12;
const BLOCKS = 10;
const ALERTS_A_PAIR = 10_000;
const PRICES = 400_000;
const SOCKETS = 1000;
const EVERY = 250;
const TICKS = 10;
const KEYS = 5;
/** Orders of a round. */
const ORDERS = 4;
/** The cost of a unit may be so many times what it was before the work was doubled. */
const FLAT = 1.25;
/** In which a person's calls are counted, ms. */
const WINDOW = 10_000;

interface Doubled {
  what: string;
  /** CPU of one unit, of the work as it is and of twice as much. */
  once: () => Promise<number>;
  twice: () => Promise<number>;
}

async function growthOf(rounds: number, { what, once, twice }: Doubled): Promise<Row> {
  const [baseline, product] = [once, twice];
  await inTurn(1, { baseline, product });
  const { baselines, products } = await inTurn(rounds, { baseline, product });
  const growth = median(products) / median(baselines);
  return {
    name: `growth: ${what}`,
    found: `${growth.toFixed(2)} times: ${summary(products, 'µs')} against ${summary(baselines, 'µs')}`,
    goal: `at most ${FLAT} times`,
    met: growth <= FLAT,
    ratio: growth,
  };
}

/** A site of its own with readers who have ten open blocks each, and as many who have twice as many where asked for. */
async function siteWith({ isDoubled }: { isDoubled: boolean }) {
  const site = await ownSite({ PAPER_WEIGHT: '1000000', TRUST_PROXY: 'on' });
  const { sql, close } = openDatabase(await runningEmbedded(site.folder, createLog('error')), { max: 1 });
  const readers = async () => {
    const cookies: string[] = [];
    while (cookies.length < PEOPLE) cookies.push(await reader(site.origin));
    return cookies;
  };
  const many = isDoubled ? await readers() : [];
  if (isDoubled) {
    await sleep(1000);
    await multiplyBlocks({ sql }, 1);
  }
  const few = await readers();
  await sleep(1000);
  await multiplyBlocks({ sql }, BLOCKS - 1, 2);
  await sql`analyze`;
  const pool = new Pool(site.origin, { connections: PEOPLE, pipelining: 1 });
  const cpu = cpuMeter(site.pid, site.folder);
  const dispose = async () => {
    await Promise.all([pool.close(), close()]);
    await site[Symbol.asyncDispose]();
  };
  return { site, sql, served: { pool, cpu } satisfies Served, few, many, [Symbol.asyncDispose]: dispose };
}

/** CPU of a list of ten open blocks, µs. */
const listed = (served: Served, cookies: readonly string[]) => async () =>
  (await read(served, READS[0]?.path ?? '', { cookies })).cpu * 1000;

interface Copied {
  person: Person;
  keys: number;
  nextPrice: () => Big;
}

async function copied(origin: string, keys: number): Promise<Copied> {
  const person = await stranger(origin);
  await openGroup(person, keys - 1);
  return { person, keys, nextPrice: await pricesBelow(person) };
}

/** CPU of the order of one key, until all of them are written down as accepted, µs. */
const ordered =
  ({ sql, served: { cpu } }: { sql: Sql; served: Served }, { person, keys, nextPrice }: Copied) =>
  async () => {
    const before = cpu();
    for (let order = 0; order < ORDERS; order += 1) {
      const blockId = await placeBuy(person, nextPrice());
      for (let accepted = 0; accepted < keys; await sleep(20)) {
        const [found] = await sql<{ accepted: number }[]>`
          select count(*)::int as accepted from orders where block_id = ${blockId} and state = 'open'`;
        accepted = found?.accepted ?? 0;
      }
    }
    return ((cpu() - before) * 1000) / (ORDERS * keys);
  };

/** Alerts of one pair between 90 and 110. */
function levelsOf(count: number): LevelBook {
  const times = { ours: (time: number) => time, theirs: (time: number) => time };
  const book = new LevelBook({ table: new AlertTable(), tick: new Big('0.0001'), times, clock: () => 0 }, 100);
  for (let num = 0; num < count; num += 1) {
    const level = 90 + ((num * 7919) % 20_000) / 1000;
    book.upsert({ num, level, type: 'PRICE_REACHES', informing: 'ONLY_ONCE', seq: 1 }, { kind: 'armed' });
  }
  return book;
}

const prices = Array.from({ length: 20 }, (_, step) => new Big(99.95).plus(new Big(Math.abs(step - 10)).times('0.01')));

/** CPU of a thousand prices that go to and fro, µs. */
const priced = (book: LevelBook) => async () => {
  const before = process.cpuUsage();
  for (let time = 0; time < PRICES; time += 1) book.move(orderOf(prices[time % prices.length] ?? new Big(100)), time);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / PRICES;
};

async function socketRow(rounds: number): Promise<Row> {
  using few = await openCrowd({ kind: 'tandem', sockets: SOCKETS, every: EVERY });
  using many = await openCrowd({ kind: 'tandem', sockets: 2 * SOCKETS, every: EVERY });
  const cpuOf = (crowd: typeof few) => async () => (await crowd.tick(TICKS)).cpu;
  const what = `a message to a socket, of ${2 * SOCKETS} sockets instead of ${SOCKETS}`;
  return await growthOf(rounds, { what, once: cpuOf(few), twice: cpuOf(many) });
}

async function siteRows(rounds: number): Promise<Row[]> {
  await using small = await siteWith({ isDoubled: false });
  await using large = await siteWith({ isDoubled: true });
  const people = await growthOf(rounds, {
    what: `a list of ten open blocks, of ${2 * PEOPLE} people instead of ${PEOPLE}`,
    once: listed(small.served, small.few),
    twice: listed(large.served, large.few),
  });
  await sleep(WINDOW);
  const blocks = await growthOf(rounds, {
    what: `a list of ten open blocks, of ${2 * BLOCKS} instead of ${BLOCKS}`,
    once: listed(large.served, large.few),
    twice: listed(large.served, large.many),
  });
  const groups = [await copied(large.site.origin, KEYS), await copied(large.site.origin, 2 * KEYS)] as const;
  const keys = await growthOf(rounds, {
    what: `the order of a key, of ${2 * KEYS} keys instead of ${KEYS}`,
    once: ordered(large, groups[0]),
    twice: ordered(large, groups[1]),
  });
  return [people, blocks, keys];
}

/** What a unit of work costs when there is twice as much of it, over what it costs today. */
export async function growthRows({ rounds } = { rounds: 5 }): Promise<Row[]> {
  const alerts = await growthOf(rounds, {
    what: `a thousand prices, of ${2 * ALERTS_A_PAIR} alerts a pair instead of ${ALERTS_A_PAIR}`,
    once: priced(levelsOf(ALERTS_A_PAIR)),
    twice: priced(levelsOf(2 * ALERTS_A_PAIR)),
  });
  return [alerts, await socketRow(rounds), ...(await siteRows(rounds))];
}
