import { Big } from 'big.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import type { StreamTrade } from '../../server/exchanges/exchange.ts';
import { orderOf } from '../../server/runtime/price-triggers/price-order.ts';
import { createLog } from '../../server/lib/log.ts';
import { alertServer } from '../factories/watched-alerts.ts';
import { priceFeed } from '../doubles/price-feed.ts';
import { heldBytes } from './memory.ts';
import { inTurn, median, type Row, summary } from './measure.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { root } from './site.ts';
import { SortedLevels } from './sorted-levels.ts';

const ALERTS = 1_000_000;
const SYMBOLS = 500;
const TICKS = 1_000_000;
const ROUNDS = 5;
const MOST_BYTES = 64;
const MOST_START = 4000;
const LEAST_RATIO = 0.75;
const PACE = 2_000;
const PACED_SECONDS = 30;
const MOST_WRITTEN = 20;
const SPAN = 5;
const FARTHEST = 50;
/** So many pairs cross levels now and then while prices come at a steady pace. */
const WIDE = 100;
const names = Array.from({ length: SYMBOLS }, (_, index) => `S${index}USDT`);

/** Of each pair the price is 100, and its alerts lie between 90 and 110. */
async function addAlerts({ sql }: Database, count: number): Promise<void> {
  await sql`insert into users (user_id, email, email_key, username, data_key, created_at)
    select lpad(n::text, 32, '0')::uuid, n, n, 'Bench', '', 1 from generate_series(1, 10000) n`;
  await sql`insert into alerts (user_id, id, market, symbol, pair, price, type, informing, comment, favorite,
      send_to_telegram, active, armed_at, created_at, sorted_at)
    select lpad((n % 10000 + 1)::text, 32, '0')::uuid, gen_random_uuid(), 'binance', 'S' || n % ${SYMBOLS}::int || 'USDT',
      's_usdt', 90 + ((n::bigint * 7919) % 2000003) / 100000.0,
      (array['PRICE_REACHES', 'PRICE_RISES_ABOVE', 'PRICE_DROPS_BELOW'])[n % 3 + 1], 'ONLY_ONCE', '', false, false, true,
      1, 1, 1
    from generate_series(1, ${count}::int) n`;
  await sql`insert into price_watermarks (scope, market, symbol, price, evaluated_at)
    select 'alerts', 'binance', 'S' || n || 'USDT', 100, 2 from generate_series(0, ${SYMBOLS - 1}::int) n`;
  await sql`analyze alerts`;
}

/** Each price goes to and fro by a hundredth of a percent a step; those of the first `wide` pairs one step further each time. */
function* walk(ticks: number, wide = 0): Generator<StreamTrade> {
  const places = Array.from({ length: SYMBOLS }, (_, index) => ({ step: index % (4 * SPAN), span: SPAN }));
  const prices = Array.from({ length: 2 * FARTHEST + 1 }, (_, at) =>
    new Big(100).plus(new Big(at - FARTHEST).times('0.01')),
  );
  for (let tick = 0; tick < ticks; tick += 1) {
    const index = (tick * 7919) % SYMBOLS;
    const place = places[index] ?? { step: 0, span: SPAN };
    place.step += 1;
    if (place.step === 4 * place.span) {
      place.step = 0;
      if (index < wide) place.span += 1;
    }
    const away = Math.abs(place.step - 2 * place.span) - place.span;
    yield { symbol: names[index] ?? '', price: prices[away + FARTHEST] ?? new Big(100), time: Date.now(), id: null };
  }
}

type Server = ReturnType<typeof alertServer>;

async function startedIn(server: Server) {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  server.engine.start();
  while (!server.engine.ready()) await sleep(5);
  const { user, system } = process.cpuUsage(cpu);
  return { milliseconds: performance.now() - started, busy: (user + system) / 1000 };
}

function startRow({ milliseconds, busy }: { milliseconds: number; busy: number }): Row {
  return {
    name: `the alert engine's start with ${ALERTS} alerts`,
    found: `${milliseconds.toFixed(0)} ms, ${busy.toFixed(0)} ms of it our own work`,
    goal: `under ${MOST_START} ms`,
    met: milliseconds < MOST_START,
  };
}

function memoryRow(bytes: number): Row {
  return {
    name: 'memory of an alert besides its row',
    found: `${bytes.toFixed(0)} bytes`,
    goal: `under ${MOST_BYTES} bytes`,
    met: bytes < MOST_BYTES,
  };
}

async function paceRow({ feed }: Server, count: number): Promise<Row> {
  const bare = new Map<string, SortedLevels>();
  for (const [index, name] of names.entries()) {
    const levels = Array.from(
      { length: count / SYMBOLS },
      (_, n) => 90 + (((n * SYMBOLS + index) * 7919) % 2_000_003) / 100_000,
    );
    bare.set(name, new SortedLevels(Float64Array.from(levels), 100));
  }
  const ticks = [...walk(TICKS)];
  const perSecond = async (take: (tick: (typeof ticks)[number]) => void) => {
    const started = performance.now();
    for (const tick of ticks) take(tick);
    return (TICKS * 1000) / (performance.now() - started);
  };
  const baseline = () => perSecond(({ symbol, price }) => void bare.get(symbol)?.move(orderOf(price)));
  const product = () => perSecond((trade) => feed.push(trade));
  // Both read the price the same way; what the walk reaches fires in the first round.
  await inTurn(2, { baseline, product });
  const { baselines, products } = await inTurn(ROUNDS, { baseline, product });
  const ratio = median(products.map((found, round) => found / (baselines[round] ?? 1)));
  const inThousands = (values: number[]) =>
    summary(
      values.map((value) => value / 1000),
      'thousand ticks/s',
    );
  return {
    name: `the alert engine with ${count} alerts on ${SYMBOLS} pairs, over bare sorted arrays`,
    found: `${ratio.toFixed(2)}: ${inThousands(products)} over ${inThousands(baselines)}`,
    goal: `at least ${LEAST_RATIO}`,
    met: ratio >= LEAST_RATIO,
    ratio: 1 / ratio,
  };
}

/** Times how long each firing takes from its price to its commit. */
function timeFirings({ notifications }: Server): number[] {
  const took: number[] = [];
  const underWay: number[][] = [];
  const { queueAlertDeliveries } = notifications;
  notifications.queueAlertDeliveries = async (tx, alerts) => {
    await queueAlertDeliveries(tx, alerts);
    underWay.push(alerts.map(({ now }) => now));
  };
  // Called after each commit; the two that may be under way together end as they began.
  notifications.wake = () => took.push(...(underWay.shift() ?? []).map((time) => Date.now() - time));
  return took;
}

/** From a price to its firing in the database, while prices come at a steady pace. */
async function writtenRow(server: Server, idle: () => Promise<unknown>): Promise<Row> {
  await idle();
  const took = timeFirings(server);
  const started = Date.now();
  let sent = 0;
  for (const { symbol, price } of walk(PACE * PACED_SECONDS, WIDE)) {
    server.feed.push({ symbol, price, time: Date.now(), id: null });
    sent += 1;
    while (sent > ((Date.now() - started) * PACE) / 1000) await sleep(1);
  }
  await server.engine.stop();
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Infinity;
  return {
    name: `from a price to its written firing, at ${PACE} prices a second`,
    found: `${at(0.99)} ms at p99, ${at(0.5)} ms at p50, of ${took.length} firings in ${PACED_SECONDS} s`,
    goal: `under ${MOST_WRITTEN} ms at p99`,
    met: at(0.99) < MOST_WRITTEN,
  };
}

interface Placed {
  server: Server;
  database: Database;
}

async function withAlerts<T>(count: number, work: (placed: Placed) => Promise<T>): Promise<T> {
  const data = dataFolder();
  const embedded = await startEmbedded({ dataDir: data.path, log: createLog('silent') });
  const database = openDatabase(embedded.url);
  try {
    await migrateDatabase(database, root);
    await addAlerts(database, count);
    const feed = priceFeed(names);
    const server = alertServer(
      { database: { ...database, url: embedded.url }, dataDir: data.path },
      { feed, clock: Date.now },
    );
    return await work({ server, database });
  } finally {
    await database.close();
    await embedded.stop();
    data.remove();
  }
}

/** How many prices a second it takes, alone. */
export const alertPaceRow = (count: number): Promise<Row> =>
  withAlerts(count, async ({ server }) => {
    await startedIn(server);
    const row = await paceRow(server, count);
    await server.engine.stop();
    return row;
  });

export const alertRows = (): Promise<Row[]> =>
  withAlerts(ALERTS, async ({ server, database }) => {
    /** What the paced rounds crossed is written. */
    const idle = async () => {
      let written = -1;
      for (let count = 0; count === 0 || count !== written;) {
        await sleep(2_000);
        written = count;
        count = (await database.sql<{ count: number }[]>`select count(*)::int from firings`)[0]?.count ?? 0;
      }
    };
    const before = await heldBytes();
    const start = await startedIn(server);
    const bytes = ((await heldBytes()) - before) / ALERTS;
    return [startRow(start), memoryRow(bytes), await paceRow(server, ALERTS), await writtenRow(server, idle)];
  });
