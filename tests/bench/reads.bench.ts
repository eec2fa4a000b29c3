import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { openDatabase } from '../../server/db/database.ts';
import { runningEmbedded } from '../../server/db/embedded.ts';
import { createLog } from '../../server/lib/log.ts';
import { visitor } from '../factories/visitor.ts';
import { cpuMeter } from './cpu.ts';
import { multiplyClosedBlocks } from './many-blocks.ts';
import { median, percentile, type Row, summary } from './measure.ts';
import { paperPerson } from './person.ts';
import { ownSite, startProcess } from './site.ts';

/** Each is a person's of their own, since one may make 300 calls in 10 s. */
const CONNECTIONS = 64;
const ROUNDS = 5;
/** Calls of one connection in a round. */
const CALLS = 40;
const BLOCKS = 10;
/** The exchange lets five of a pair rest. */
const STOPS = 5;
const GOAL = 0.5;
const GOAL_SPREAD = 4;
/** The window in which a person's calls are counted, ms. */
const WINDOW = 10_000;
const MOST_CALLS = 300;

/** Above the market: such a purchase is filled at once. */
const FILLED_AT = 0.57;

const PAIR = 'market=binance&symbolName=xrp_usdt&counterEarning=true';
export const READS = [
  { name: 'list of ten open blocks', path: `/api/markets/spot/list?${PAIR}&section=buy` },
  { name: 'alerts list, ten', path: '/api/alert/list?market=BINANCE' },
  { name: 'history page, ten blocks', path: `/api/history?market=binance` },
  { name: '/api/key/all', path: '/api/key/all' },
  { name: '/api/user', path: '/api/user' },
  { name: 'candles, 500', path: '/api/markets/spot/candles/binance/xrp_usdt?interval=1h&limit=500' },
];

/** A person with open blocks, one that ended, and ten alerts; their cookie. */
export async function reader(origin: string, { open = 1 } = {}): Promise<string> {
  const cookie = await paperPerson(origin);
  const one = visitor({ app: { request: (path, init) => fetch(`${origin}${path}`, init) } });
  one.useCookie(cookie);
  const pair = { market: 'binance', symbolName: 'xrp_usdt' };
  const resting = Array.from({ length: open }, (_, nth) => ({
    price: (4500 - nth) / 10_000,
    takeProfitPrice: 0.9,
    ...(nth < STOPS && { stopLossPrice: 0.3 }),
  }));
  for (const order of [...resting, { price: FILLED_AT }]) {
    const all = { ...pair, counterEarning: true, counterQuantity: 50, ...order };
    const { body } = await one.post('/api/markets/spot/first/buy', all);
    if (body.error !== null) throw new Error(body.error);
    const { blockId } = body.orderBlock;
    if (order.price === FILLED_AT) {
      const closed = await one.send('PUT', '/api/markets/spot/second/close/', { json: { ...pair, blockId } });
      if (closed.status !== 200) throw new Error(closed.text);
    }
  }
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', type: 'PRICE_REACHES', informing: 'ONLY_ONCE', comment: '' };
  for (let nth = 1; nth < 10; nth += 1) await one.post('/api/alert/', { ...alert, price: 9 + nth });
  return cookie;
}

/** Requests a second of all connections together, CPU of a request and how long each took, ms. */
export async function read({ pool, cpu }: Served, path: string, { cookies, calls = CALLS }: Readers) {
  const times: number[] = [];
  const [began, before] = [performance.now(), cpu()];
  await Promise.all(
    cookies.map(async (cookie) => {
      for (let call = 0; call < calls; call += 1) {
        const from = performance.now();
        const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { cookie } });
        const text = await body.text();
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode} ${text}`);
        times.push(performance.now() - from);
      }
    }),
  );
  return {
    perSecond: (times.length * 1000) / (performance.now() - began),
    cpu: (cpu() - before) / times.length,
    spread: percentile(times, 99) / percentile(times, 50),
  };
}
interface Readers {
  /** One for each connection. */
  cookies: readonly string[];
  /** Of each in a round. */
  calls?: number;
}
type Answers = Awaited<ReturnType<typeof read>>;

export interface Served {
  pool: Pool;
  /** Of the server and of PostgreSQL, ms. */
  cpu: () => number;
}

const ratioOf = (products: readonly number[], baselines: readonly number[]): number =>
  median(products.map((each, round) => each / (baselines[round] ?? 0)));

function rowOf(name: string, floor: readonly Answers[], own: readonly Answers[]): Row {
  const rateOf = (all: readonly Answers[]) => all.map(({ perSecond }) => perSecond);
  const costOf = (all: readonly Answers[]) => all.map(({ cpu }) => cpu * 1000);
  const [rates, floorRates, costs, floorCosts] = [rateOf(own), rateOf(floor), costOf(own), costOf(floor)];
  const share = ratioOf(rates, floorRates);
  const spread = median(own.map((each) => each.spread));
  const ratio = ratioOf(costs, floorCosts);
  return {
    name,
    found: `${share.toFixed(2)} of one prepared query's requests/s: ${summary(rates, '/s')} against ${summary(floorRates, '/s')}; p99 ${spread.toFixed(1)} times p50; ${ratio.toFixed(2)} times its CPU: ${summary(costs, 'µs')} against ${summary(floorCosts, 'µs')}`,
    goal: `at least ${GOAL}, p99 under ${GOAL_SPREAD} times p50`,
    met: share >= GOAL && spread < GOAL_SPREAD,
    ratio,
  };
}

/** So many readers with ten blocks of each kind; their cookies. */
export async function readersOf({ origin, folder }: { origin: string; folder: string }, count: number) {
  const cookies: string[] = [];
  while (cookies.length < count) cookies.push(await reader(origin, { open: BLOCKS }));
  const database = openDatabase(await runningEmbedded(folder, createLog('error')), { max: 1 });
  await sleep(2000);
  await multiplyClosedBlocks(database, BLOCKS - 1);
  await database.sql`analyze`;
  await database.close();
  return cookies;
}

async function withPeople<T>(count: number, work: (of: Work) => Promise<T>): Promise<T> {
  await using site = await ownSite({ PAPER_WEIGHT: '1000000', TRUST_PROXY: 'on' });
  const cookies = await readersOf(site, count);
  const url = await runningEmbedded(site.folder, createLog('error'));
  const bare = await startProcess(['tests/bench/prepared-query.ts'], { DATABASE_URL: url });
  const served = ({ origin, pid }: { origin: string; pid: number }): Served => ({
    pool: new Pool(origin, { connections: count, pipelining: 1 }),
    cpu: cpuMeter(pid, site.folder),
  });
  const [floor, own] = [served(bare), served(site)];
  try {
    return await work({ floor, own, cookies });
  } finally {
    await Promise.all([floor.pool.close(), own.pool.close(), bare.stop()]);
  }
}

interface Work {
  floor: Served;
  own: Served;
  cookies: readonly string[];
}

/** How long after so many calls of a person as many may follow, ms: whatever their window, they stay within their limit. */
const apart = (calls: number): number => (WINDOW * 1.05) / Math.max(1, Math.floor(MOST_CALLS / calls));

/** Each read at many connections against Hono with one prepared query, in turns. */
export const readRows = ({ connections = CONNECTIONS, calls = CALLS, rounds = ROUNDS } = {}): Promise<Row[]> =>
  withPeople(connections, async ({ floor, own, cookies }) => {
    const rows: Row[] = [];
    for (const { name, path } of READS) {
      await sleep(apart(calls * (rounds + 1)));
      await read(own, path, { cookies, calls });
      const floors: Answers[] = [];
      const products: Answers[] = [];
      for (let round = 0; round < rounds; round += 1) {
        floors.push(await read(floor, '/', { cookies }));
        products.push(await read(own, path, { cookies, calls }));
      }
      rows.push(rowOf(`${name}, ${connections} connections`, floors, products));
    }
    return rows;
  });
