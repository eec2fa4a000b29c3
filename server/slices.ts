import type { Market } from '#contracts/symbol.ts';
import { createAudit } from './audit/index.ts';
import type { Db } from './db/client.ts';
import type { Env } from './env.ts';
import type { Exchange } from './exchanges/exchange.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createAlerts } from './features/alerts/index.ts';
import { createCopyTrading } from './features/copy-trading/index.ts';
import { createKeys } from './features/keys/index.ts';
import { createHalts, createMarkets } from './features/markets/index.ts';
import { createNotifications } from './features/notifications/index.ts';
import { createOrders } from './features/orders/index.ts';
import { createSupport } from './features/support/index.ts';
import type { Bus } from './lib/bus.ts';
import type { Clock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import type { Vault } from './lib/vault.ts';
import { createHub } from './live/hub.ts';
import { livePublisher } from './live/publish.ts';
import { createMailer } from './mail/index.ts';
import type { Metrics } from './metrics/index.ts';
import { createTrading } from './trading/index.ts';
import { createLimits } from './trading/limits/index.ts';

/** What every slice stands on. */
export interface Foundation {
  metrics: Metrics;
  env: Env;
  log: Log;
  clock: Clock;
  db: Db;
  /** Whether the database keeps what it acknowledged through a power cut. */
  durable: boolean;
  bus: Bus;
  exchanges: ReadonlyMap<Market, Exchange>;
}

/** People and what protects them: accounts, the audit log, mail, the switch that stops all trading. */
function createPeople({ env, log, clock, db, durable, bus }: Foundation, vault: Vault) {
  const audit = createAudit({ db, clock, log });
  const trading = createTrading({ db, clock, log, bus, audit, durable });
  const mailer = createMailer({ smtpUrl: env.SMTP_URL, mailFrom: env.mailFrom, dataDir: env.DATA_DIR, log, clock });
  const { publicUrl, google } = env;
  const accounts = createAccounts({ db, vault, clock, bus, audit, log, mailer, publicUrl, google });
  return { audit, trading, mailer, accounts };
}

type People = ReturnType<typeof createPeople>;

/** Pairs with their prices, people's keys on the exchanges, and how much may be ordered with them. */
function createAccess({ env, log, clock, db, bus, exchanges }: Foundation, { audit, accounts }: People) {
  const live = livePublisher(bus);
  const paper = env.EXCHANGE_MODE === 'paper';
  const onChange: Parameters<typeof createHalts>[0]['onChange'] = (market, pair) =>
    live.pair(markets.present(market, pair));
  const halts = createHalts({ db, clock, log, exchanges, onChange });
  const markets = createMarkets({ exchanges, live, log, clock, halts });
  const keys = createKeys({
    db,
    clock,
    log,
    live,
    audit,
    exchanges,
    dataKey: accounts.dataKey,
    lastPrice: markets.lastPrice,
    paper,
    mayAddKeys: async (userId) => paper || (await accounts.mayTrade(userId)),
  });
  const limits = createLimits({ db, clock, markets, audit, paper });
  return { live, halts, markets, keys, limits };
}

export function createSlices(on: Foundation, vault: Vault) {
  const { env, log, clock, db, bus, metrics } = on;
  const people = createPeople(on, vault);
  const { audit, trading, mailer, accounts } = people;
  const { live, ...access } = createAccess(on, people);
  const { markets, keys, limits } = access;
  const { keepLink } = accounts.lostFactor;
  const notifications = createNotifications({ db, clock, log, live, audit, mailer, keepLink, env, metrics });
  const orders = createOrders({
    notifications,
    db,
    clock,
    log,
    markets,
    keys,
    live,
    trading: trading.gate,
    limits,
    recordLater: audit.recordLater,
    ...createCopyTrading({ log, keys, markets }),
  });
  const support = createSupport({ db, clock, log, mailer, notifications, env });
  const shared = env.NATS_URL !== undefined;
  const alerts = createAlerts({ db, clock, log, bus, shared, live, markets, notifications, metrics });
  const { findPerson, isSessionAlive, onSessionEnd } = accounts;
  const { lastPrice, pairName } = markets;
  const sessions = { findPerson, isSessionAlive, onSessionEnd };
  const hub = createHub({ bus, clock, log, publicUrl: env.publicUrl, ...sessions, lastPrice, pairName });
  return { ...people, ...access, orders, alerts, notifications, support, hub };
}
export type Slices = ReturnType<typeof createSlices>;
