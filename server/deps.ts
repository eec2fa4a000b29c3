import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import { hourlyBackups } from './db/backup/backups.ts';
import { openDatabase } from './db/client.ts';
import { openDataFolder } from './db/data-folder.ts';
import { lockDataDir } from './db/data-lock.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrateDatabase } from './db/migrate.ts';
import type { Env } from './env.ts';
import { createBinance, exchangeLoads } from './exchanges/binance/index.ts';
import type { Exchange } from './exchanges/exchange.ts';
import { createPaperExchange } from './exchanges/paper/index.ts';
import { accountDeletion, checkMasterKey } from './features/accounts/index.ts';
import { openDonations } from './features/donations/index.ts';
import { cancelOpenOrders, standDown } from './features/orders/index.ts';
import { localBus } from './lib/bus.ts';
import { systemClock } from './lib/clock.ts';
import { closers } from './lib/closers.ts';
import { createLog, type Log } from './lib/log.ts';
import { openVault } from './lib/vault.ts';
import { createMetrics, type Metrics } from './metrics/index.ts';
import { measuredExchange } from './metrics/measured-exchange.ts';
import { createReadiness } from './readiness.ts';
import { createSlices, type Foundation, type Slices } from './slices.ts';

type Closers = ReturnType<typeof closers>;

async function openData(env: Env, log: Log, closing: Closers) {
  openDataFolder(env.DATA_DIR);
  let url = env.DATABASE_URL;
  let backups: ReturnType<typeof hourlyBackups> | null = null;
  const folders = [env.DATA_DIR];
  if (!url) {
    closing.add('data folder', await lockDataDir(env.DATA_DIR));
    const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log });
    closing.add('PostgreSQL', embedded.stop);
    url = embedded.url;
    folders.push(embedded.data);
    backups = hourlyBackups({ dataDir: env.DATA_DIR, data: embedded.data, url, clock: systemClock, log });
    backups.start();
    closing.add('backups', backups.stop);
  }
  const database = openDatabase(url);
  closing.add('database pool', database.close);
  await migrateDatabase(database, env.root);
  const [setting] = await database.sql<{ fsync: string }[]>`show fsync`;
  log.info({ fsync: setting?.fsync }, 'database open');
  return { ...database, backups, folders, safe: setting?.fsync === 'on' };
}

async function openExchanges(
  env: Env,
  { db, log, metrics }: { db: ReturnType<typeof openDatabase>['db']; log: Log; metrics: Metrics },
  closing: Closers,
) {
  const exchanges = new Map<Market, Exchange>();
  const clock = systemClock;
  let addresses = { restUrl: env.BINANCE_REST_URL, wsUrl: env.BINANCE_WS_URL, wsApiUrl: env.BINANCE_WS_API_URL };
  let paperControlUrl: string | null = null;
  let paper: ReturnType<typeof createPaperExchange> | null = null;
  if (env.EXCHANGE_MODE === 'paper') {
    paper = createPaperExchange({
      db,
      clock,
      log,
      seed: env.PAPER_SEED,
      prices: env.PAPER_PRICES,
      port: env.PAPER_PORT,
      weight: env.PAPER_WEIGHT,
      control: env.PAPER_CONTROL,
    });
    const { controlUrl, ...found } = await paper.start();
    addresses = found;
    paperControlUrl = controlUrl;
    closing.add('paper exchange', () => paper?.stop() ?? Promise.resolve());
    // Where a test in another process finds it.
    if (controlUrl) writeFileSync(join(env.DATA_DIR, 'paper-control.url'), controlUrl);
  }
  // Loaded where they are switched on.
  const adapters: Record<Market, () => Exchange | Promise<Exchange>> = {
    binance: () => createBinance({ ...addresses, clock, log }),
    bybit: async () => (await import('./exchanges/bybit/index.ts')).createBybit({ clock, log }),
    coinbase: async () => (await import('./exchanges/coinbase/index.ts')).createCoinbase({ clock, log }),
  };
  for (const market of marketsOf(env)) {
    const exchange = measuredExchange(await adapters[market](), metrics.exchangeCalled);
    closing.add(market, () => exchange.stop());
    exchanges.set(market, exchange);
  }
  await Promise.all([...exchanges.values()].map((exchange) => exchange.start()));
  return { exchanges, paper, paperControlUrl };
}

/** The paper exchange speaks Binance only. */
const marketsOf = (env: Env): readonly Market[] =>
  env.EXCHANGE_MODE === 'paper' ? ['binance'] : MARKETS.filter((market) => env.MARKETS.includes(market));

function startEngines(
  {
    orders,
    alerts,
    notifications,
    keys,
    support,
    accounts,
  }: Pick<Slices, 'orders' | 'alerts' | 'notifications' | 'keys' | 'support' | 'accounts'>,
  closing: Closers,
) {
  // Not waited for: the site is up while an exchange is slow, and not ready until its orders are compared.
  void orders.engine.start();
  closing.add('orders', () => orders.engine.stop());
  accounts.lostFactor.start();
  closing.add('removals of two-factor', () => accounts.lostFactor.stop());
  keys.checks.start();
  closing.add('key checks', () => keys.checks.stop());
  notifications.worker.start();
  closing.add('deliveries', () => notifications.worker.stop());
  support.worker.start();
  closing.add('contact', () => support.worker.stop());
  const bot = notifications.telegram.receiver;
  bot?.start();
  closing.add('Telegram', async () => bot?.stop());
  alerts.engine.start();
  closing.add('alerts', () => alerts.engine.stop());
}

type Given = Pick<Foundation, 'env' | 'log' | 'clock'>;

/** An account goes with all that other slices hold of it, on every server. */
function createDeletion({ log, db }: Foundation, { audit, mailer, trading, accounts, keys, orders, alerts }: Slices) {
  accounts.onErased((userId) => {
    trading.forget(userId);
    keys.forget(userId);
    audit.secrets.forget(userId);
    orders.engine.forget(userId);
  });
  return accountDeletion({
    db,
    log,
    audit,
    mailer,
    accounts,
    cancelOpenOrders: (userId) => cancelOpenOrders(orders, userId),
    standDown: (userId) => standDown(orders, userId),
    forgetAlerts: alerts.beforeErasure,
  });
}

async function build({ env, log, clock }: Given, closing: Closers) {
  const donations = openDonations(env.DONATIONS_FILE);
  const data = await openData(env, log, closing);
  const bus = env.NATS_URL
    ? await (await import('./lib/bus-nats.ts')).natsBus({ url: env.NATS_URL, log })
    : localBus((error) => log.error({ error }, 'a listener failed'));
  closing.add('bus', () => bus.close());
  const anyAccount = (await data.sql`select 1 from users limit 1`).length > 0;
  const vault = openVault(env, { mayCreate: !anyAccount });
  await checkMasterKey(data.db, vault);
  const metrics = createMetrics({ db: data.db, exchangeLoads });
  const { exchanges, paper, paperControlUrl } = await openExchanges(env, { db: data.db, log, metrics }, closing);
  metrics.watchBackups(() => data.backups?.last() ?? null);
  const foundation = { metrics, env, log, clock, db: data.db, durable: data.safe, bus, exchanges };
  const slices = createSlices(foundation, vault);
  const deletion = createDeletion(foundation, slices);
  closing.add('deletions', () => deletion.stop());
  closing.add('uses of secrets', () => slices.audit.secrets.stop());
  closing.add('audit', () => slices.audit.idle());
  closing.add('trading switches', () => slices.trading.stop());
  await slices.trading.start();
  closing.add('mail', () => slices.mailer.close());
  closing.add('live channel', () => slices.hub.close());
  closing.add('key balances', () => slices.keys.balances.stop());
  const engine = env.ROLE !== 'web';
  closing.add('halts of pairs', () => slices.halts.stop());
  await slices.halts.start();
  await slices.markets.start({ engine });
  closing.add('prices', async () => slices.markets.stop());
  if (engine) startEngines(slices, closing);
  const engines = engine ? () => slices.alerts.engine.ready() && slices.orders.engine.isReconciled() : null;
  return {
    env,
    clock,
    log,
    metrics,
    ...slices,
    deletion,
    donations,
    paper,
    paperControlUrl,
    readiness: createReadiness({ data, exchanges, engines }),
    close: closing.close,
  };
}

/** The only place where things are built. Everything that was opened is closed again, last first, by `close()`. */
export async function createDeps(env: Env, log = createLog(env.LOG_LEVEL), clock = systemClock) {
  const closing = closers(log);
  try {
    return await build({ env, log, clock }, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>;
