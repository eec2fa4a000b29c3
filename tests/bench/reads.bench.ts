import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { openDatabase } from '../../server/db/database.ts';
import { runningEmbedded } from '../../server/db/embedded.ts';
import { createLog } from '../../server/lib/log.ts';
import { visitor } from '../factories/visitor.ts';
import { multiplyBlocks } from './many-blocks.ts';
import { inTurn, median, percentile, type Row, summary } from './measure.ts';
import { paperPerson } from './person.ts';
import { ownSite, startProcess } from './site.ts';

/** Each is a person's of their own, since one may make 300 calls in 10 s. */
const CONNECTIONS = 64;
const ROUNDS = 5;
/** Calls of one connection in a round. */
const CALLS = 40;
const BLOCKS = 10;
const GOAL = 0.5;
const GOAL_SPREAD = 4;
/** The window in which a person's calls are counted, ms. */
const WINDOW = 10_000;

/** Above the market: such a purchase is filled at once. */
const FILLED_AT = 0.57;

const PAIR = 'market=binance&symbolName=xrp_usdt&counterEarning=true';
const READS = [
  { name: 'list of ten open blocks', path: `/api/markets/spot/list?${PAIR}&section=buy` },
  { name: 'alerts list, ten', path: '/api/alert/list?market=BINANCE' },
  { name: 'history page, ten blocks', path: `/api/history?market=binance` },
  { name: '/api/key/all', path: '/api/key/all' },
  { name: '/api/user', path: '/api/user' },
  { name: 'candles, 500', path: '/api/markets/spot/candles/binance/xrp_usdt?interval=1h&limit=500' },
];

/** A person with an open block, one that ended, and ten alerts; their cookie. */
async function reader(origin: string): Promise<string> {
  const cookie = await paperPerson(origin);
  const one = visitor({ app: { request: (path, init) => fetch(`${origin}${path}`, init) } });
  one.useCookie(cookie);
  const pair = { market: 'binance', symbolName: 'xrp_usdt' };
  const exits = { takeProfitPrice: 0.9, stopLossPrice: 0.3 };
  for (const order of [{ price: 0.45, ...exits }, { price: FILLED_AT }]) {
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

/** Requests a second of all connections together, and how long each call took, ms. */
async function read(pool: Pool, path: string, cookies: readonly string[]) {
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    cookies.map(async (cookie) => {
      for (let call = 0; call < CALLS; call += 1) {
        const from = performance.now();
        const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { cookie } });
        const text = await body.text();
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode} ${text}`);
        times.push(performance.now() - from);
      }
    }),
  );
  return { perSecond: (times.length * 1000) / (performance.now() - began), times };
}

const poolOf = (origin: string) => new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });

/** Each read at 64 connections against Hono with one prepared query, in turns. */
export async function readRows(): Promise<Row[]> {
  await using site = await ownSite({ PAPER_WEIGHT: '1000000', TRUST_PROXY: 'on' });
  const url = await runningEmbedded(site.folder, createLog('error'));
  const cookies: string[] = [];
  while (cookies.length < CONNECTIONS) cookies.push(await reader(site.origin));
  const database = openDatabase(url, { max: 1 });
  await sleep(2000);
  await multiplyBlocks(database, BLOCKS - 1);
  await database.sql`analyze`;
  await database.close();
  const floor = await startProcess(['tests/bench/prepared-query.ts'], { DATABASE_URL: url });
  const [bare, own] = [poolOf(floor.origin), poolOf(site.origin)];
  const rows: Row[] = [];
  try {
    for (const { name, path } of READS) {
      const spreads: number[] = [];
      const baseline = async () => (await read(bare, '/', cookies)).perSecond;
      const product = async () => {
        const { perSecond, times } = await read(own, path, cookies);
        spreads.push(percentile(times, 99) / percentile(times, 50));
        return perSecond;
      };
      await sleep(WINDOW);
      await product();
      spreads.length = 0;
      const { baselines, products } = await inTurn(ROUNDS, { baseline, product });
      const ratio = median(products.map((each, round) => each / (baselines[round] ?? 0)));
      const spread = median(spreads);
      rows.push({
        name: `${name}, ${CONNECTIONS} connections`,
        found: `${ratio.toFixed(2)} of one prepared query's requests/s: ${summary(products, '/s')} against ${summary(baselines, '/s')}; p99 ${spread.toFixed(1)} times p50`,
        goal: `at least ${GOAL}, p99 under ${GOAL_SPREAD} times p50`,
        met: ratio >= GOAL && spread < GOAL_SPREAD,
      });
    }
  } finally {
    await Promise.all([bare.close(), own.close(), floor.stop()]);
  }
  return rows;
}
