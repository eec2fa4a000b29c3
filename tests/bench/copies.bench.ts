import { setTimeout as pause } from 'node:timers/promises';
import type { Big } from 'big.js';
import type { Sql } from 'postgres';
import { Pool } from 'undici';
import { addCopyKey } from '#contracts/key-groups.ts';
import { KEYS_PER_ACCOUNT } from '#contracts/keys.ts';
import { addKey, createPaperKey } from '#contracts/key-edits.ts';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { createLog } from '../../server/lib/log.ts';
import { cpuMeter } from './cpu.ts';
import { inTurn, median, type Row, summary, timed } from './measure.ts';
import { type Account, bareBuy, type Person, placeBuy, pricesBelow, stranger } from './resting-buys.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { freePort, startSite } from './site.ts';

const GOAL = 2;
const ROUNDS = 9;
/** Before the first round: connections and statements are warm in a server that runs. */
const WARM_UP = 6;
/** Seldom enough not to be felt: what counts is when the site wrote it down. Ms. */
const LOOK_EVERY = 100;
const IMPATIENT = 60_000;
const COPIES = KEYS_PER_ACCOUNT - 1;
const market = 'binance';

/** A main key with so many copies, funded alike. Answers the copies' accounts. */
export async function openGroup(person: Person, count = COPIES): Promise<Account[]> {
  const main = await person.call(addKey, { json: { market, name: 'Main', ...(await person.call(createPaperKey)) } });
  if (!main.uid) throw new Error(main.error ?? 'There is no main key.');
  const copies: Account[] = [];
  for (let index = 1; index <= count; index += 1) {
    const account = await person.call(createPaperKey);
    const of = { market, mainUid: main.uid, groupName: 'Bench', name: `Copy ${index}` } as const;
    const { error } = await person.call(addCopyKey, { json: { ...of, ...account } });
    if (error) throw new Error(error);
    copies.push(account);
  }
  return copies;
}

async function bareOrders(exchange: Pool, requests: readonly ReturnType<typeof bareBuy>[]): Promise<void> {
  await Promise.all(
    requests.map(async (request) => {
      const { statusCode, body } = await exchange.request(request);
      const said = await body.text();
      if (statusCode !== 200) throw new Error(`The exchange answered ${statusCode} ${said}`);
    }),
  );
}

interface Times {
  /** From the press to the last order written down as accepted, ms. */
  whole: number;
  /** The same from a main key's order, of one group. */
  copies: number;
}

async function timesOf(sql: Sql, blockIds: readonly string[], pressedAt: number): Promise<Times> {
  for (let waited = 0; waited < IMPATIENT; waited += LOOK_EVERY) {
    const [found] = await sql<{ accepted: number; first: number; last: number }[]>`
      select count(*)::int as accepted, min(o.updated_at) filter (where p.ordinal = 0)::float8 as first,
        max(o.updated_at)::float8 as last
      from orders o join positions p on p.user_id = o.user_id and p.id = o.position_id
      where o.block_id = any(${[...blockIds]}::uuid[]) and o.state = 'open'`;
    if (found?.accepted === (COPIES + 1) * blockIds.length)
      return { whole: found.last - pressedAt, copies: found.last - found.first };
    await pause(LOOK_EVERY);
  }
  const left = await sql`
    select o.state, o.reason, p.skip_code, count(*)::int from positions p
    left join orders o on p.user_id = o.user_id and p.id = o.position_id
    where p.block_id = any(${[...blockIds]}::uuid[]) group by 1, 2, 3`;
  throw new Error(`The orders were not all accepted: ${JSON.stringify(left)}`);
}

interface Place {
  origin: string;
  exchange: Pool;
  sql: Sql;
  /** Of the site with its exchange, and of PostgreSQL, ms. */
  cpu: () => number;
}

interface Group {
  person: Person;
  accounts: Account[];
  nextPrice: () => Big;
}

async function groupsOf({ origin }: Place, many: number): Promise<Group[]> {
  const groups: Group[] = [];
  while (groups.length < many) {
    const person = await stranger(origin);
    const accounts = await openGroup(person);
    groups.push({ person, accounts, nextPrice: await pricesBelow(person) });
  }
  return groups;
}

/** A press of all people at once, each with all copies, against as many bare orders at once to the same exchange. */
async function measured({ exchange, sql, cpu }: Place, groups: readonly Group[], { warmUp, rounds }: Rounds) {
  const times: Times[] = [];
  const costs: { baseline: number[]; product: number[] } = { baseline: [], product: [] };
  const costOf = async <T>(which: keyof typeof costs, work: () => Promise<T>): Promise<T> => {
    const before = cpu();
    const answer = await work();
    costs[which].push(cpu() - before);
    return answer;
  };
  const bare = () => {
    const requests = groups.flatMap(({ accounts, nextPrice }) => {
      const price = nextPrice();
      return accounts.map((account) => bareBuy(account, price));
    });
    return timed(() => bareOrders(exchange, requests));
  };
  const pressed = async () => {
    const pressedAt = Date.now();
    const blocks = await Promise.all(groups.map(({ person, nextPrice }) => placeBuy(person, nextPrice())));
    const taken = await timesOf(sql, blocks, pressedAt);
    times.push(taken);
    return groups.length === 1 ? taken.copies : taken.whole;
  };
  const baseline = () => costOf('baseline', bare);
  const product = () => costOf('product', pressed);
  await inTurn(warmUp, { baseline, product });
  for (const each of [times, costs.baseline, costs.product]) each.length = 0;
  const { baselines, products } = await inTurn(rounds, { baseline, product });
  const ratios = products.map((taken, round) => taken / (baselines[round] ?? 1));
  const ratio = median(costs.product.map((cost, round) => cost / (costs.baseline[round] ?? 1)));
  return { ratio, ratios, baselines, products, wholes: times.map(({ whole }) => whole) };
}

interface Rounds {
  warmUp: number;
  rounds: number;
}

/** From the main order's acceptance to that of all copies. */
async function groupRow(place: Place, rounds: Rounds): Promise<Row> {
  const groups = await groupsOf(place, 1);
  const { ratio, ratios, products, baselines, wholes } = await measured(place, groups, rounds);
  return {
    name: `a main key's order accepted until those of its ${COPIES} copies are, over as many bare orders at once`,
    found: `${summary(ratios, 'times')}: ${summary(products, 'ms')} over ${summary(baselines, 'ms')}; from the press ${summary(wholes, 'ms')}; CPU ${ratio.toFixed(2)} times that of the bare orders`,
    goal: `at most ${GOAL} times`,
    met: median(ratios) <= GOAL,
    ratio,
  };
}

/** From all people's press to the last order's acceptance. */
async function manyRow(place: Place, many: number, rounds: Rounds): Promise<Row> {
  const groups = await groupsOf(place, many);
  // Balances are known from the first deal on.
  for (const { person, nextPrice } of groups)
    await timesOf(place.sql, [await placeBuy(person, nextPrice())], Date.now());
  const { ratio, ratios, products, baselines } = await measured(place, groups, rounds);
  const keys = many * (COPIES + 1);
  return {
    name: `${many} people press at once: orders of ${keys} keys accepted, over as many bare orders at once`,
    found: `${summary(ratios, 'times')}: ${summary(products, 'ms')} over ${summary(baselines, 'ms')}; CPU ${ratio.toFixed(2)} times that of the bare orders`,
    goal: `at most ${GOAL} times`,
    met: median(ratios) <= GOAL,
    ratio,
  };
}

async function withPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const data = dataFolder();
  const paperPort = await freePort();
  const embedded = await startEmbedded({ dataDir: data.path, log: createLog('silent') });
  const database = openDatabase(embedded.url, { max: 1 });
  const variables = { DATA_DIR: data.path, DATABASE_URL: embedded.url, PAPER_PORT: String(paperPort) };
  const { origin, pid, stop } = await startSite({ ...variables, PAPER_WEIGHT: '1000000' }, { path: '/readyz' });
  const exchange = new Pool(`http://127.0.0.1:${paperPort}`);
  try {
    return await work({ origin, exchange, sql: database.sql, cpu: cpuMeter(pid, data.path) });
  } finally {
    await exchange.close();
    await stop();
    await database.close();
    await embedded.stop();
    data.remove();
  }
}

/** A main key with its copies alone, then ten people, who have 200 keys. */
export const fewCopiesRows = (rounds: Rounds): Promise<Row[]> =>
  withPlace(async (place) => [await groupRow(place, rounds), await manyRow(place, 10, rounds)]);

export const copyRows = (): Promise<Row[]> =>
  withPlace(async (place) => {
    const rows = [await groupRow(place, { warmUp: WARM_UP, rounds: ROUNDS })];
    for (const many of [10, 50]) rows.push(await manyRow(place, many, { warmUp: 2, rounds: 5 }));
    return rows;
  });
