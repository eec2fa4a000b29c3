import type { Market } from '#contracts/symbol.ts';
import { askedBalances, besideBots, botClaims, botCommands, runResultsSince } from '../../features/bots/index.ts';
import { createAudit } from '../../audit/index.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import { createAccounts } from '../../features/accounts/index.ts';
import { createCopyTrading } from '../../features/copy-trading/index.ts';
import type { HookDeps } from '../../features/hooks/index.ts';
import type { WebhookDeps } from '../../features/webhooks/index.ts';
import { createKeys } from '../../features/keys/index.ts';
import { createHalts, createMarkets, type Publishes, publishWatchedPairs } from '../../features/markets/index.ts';
import { createNotifications } from '../../features/notifications/index.ts';
import { createLossLimits, type LossLimitDeps } from '../../features/loss-limits/index.ts';
import { orderContext, resultsSince } from '../../features/orders/index.ts';
import type { Closers } from '../../lib/closers.ts';
import { livePublisher } from '../../live/publish.ts';
import { createMailer } from '../../mail/index.ts';
import { createTrading } from '../../trading/index.ts';
import { createLimits } from '../../trading/limits/index.ts';
import { leasesStore } from '../../runtime/leases/leases.store.ts';
import { SharedPartition } from '../../runtime/leases/partition.ts';
import type { Foundation } from './foundation.ts';

/** Users and what protects them: accounts, the audit log, mail, the kill switches. */
function createPeople({ env, log, clock, db, bus, vault, sharedLimits, data: { durable } }: Foundation) {
  const audit = createAudit({ db, clock, log });
  const trading = createTrading({ db, clock, log, bus, audit, durable });
  const mailer = createMailer({ smtpUrl: env.SMTP_URL, mailFrom: env.mailFrom, dataDir: env.DATA_DIR, log, clock });
  const { publicUrl, google } = env;
  const accounts = createAccounts({ db, vault, clock, bus, audit, log, mailer, publicUrl, google, sharedLimits });
  return { audit, trading, mailer, accounts };
}

type People = ReturnType<typeof createPeople>;
type Access = ReturnType<typeof createAccess>;

interface Options {
  exchanges: ReadonlyMap<Market, Exchange>;
  /** Whether this process opens the streams of exchanges, of keys and of prices. */
  streams: boolean;
}

/** Pairs and prices, users' keys, and order limits. */
function createAccess(foundation: Foundation, { audit, accounts }: People, { exchanges, streams }: Options) {
  const { env, log, clock, db, bus } = foundation;
  const live = livePublisher(bus);
  const paper = env.EXCHANGE_MODE === 'paper';
  const onChange: Parameters<typeof createHalts>[0]['onChange'] = (market, pair) =>
    live.pair(markets.present(market, pair));
  const halts = createHalts({ db, clock, log, exchanges, onChange });
  const markets = createMarkets({ exchanges, live, log, clock, halts });
  const keys = createKeys({
    db,
    bus,
    streams,
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

/** What signals are decided with. */
function hookDeps(
  { env, db, clock, log, bus, sharedLimits }: Foundation,
  {
    audit,
    trading,
    accounts,
    markets,
    keys,
  }: Pick<People, 'audit' | 'trading' | 'accounts'> & Pick<Access, 'markets' | 'keys'>,
  bots: HookDeps['bots'],
): HookDeps {
  const { publicUrl, EXCHANGE_MODE } = env;
  const common = { db, clock, log, bus, audit, markets, keys, bots, dataKey: accounts.dataKey };
  return { ...common, trading: trading.gate, sharedLimits, publicUrl, paper: EXCHANGE_MODE === 'paper' };
}

/** What events are sent to others with. */
function webhookDeps(
  { env, db, clock, log }: Foundation,
  { audit, accounts }: People,
  { pairName }: Access['markets'],
): WebhookDeps {
  const { dataKey } = accounts;
  return { db, clock, log, audit, pairName, dataKey, hosts: env.WEBHOOK_HOSTS, paper: env.EXCHANGE_MODE === 'paper' };
}

/** What loss limits are counted by. */
function lossLimitDeps(
  { db, clock, log }: Foundation,
  { audit, trading }: People,
  {
    keys,
    notifications,
    orders,
    bots,
  }: Pick<Access, 'keys'> & {
    notifications: ReturnType<typeof createNotifications>;
    orders: ReturnType<typeof orderContext>;
    bots: Parameters<typeof runResultsSince>[0];
  },
): LossLimitDeps {
  return {
    db,
    clock,
    log,
    audit,
    notifications,
    resultsSince: async (userId, since) =>
      (await Promise.all([resultsSince(orders, userId, since), runResultsSince(bots, userId, since)])).flat(),
    keysOf: keys.names,
    worthsOf: async (userId) =>
      (await keys.freshWorths(userId))
        .filter(({ row }) => row.disabledReason === null)
        .map(({ row, usdtBalance }) => ({ keyId: row.id, usdt: usdtBalance })),
    gateChanged: trading.changed,
  };
}

/** The slices that both calls and engines need. */
export function createSlices(foundation: Foundation, options: Options) {
  const { env, log, clock, db, bus, pushKeys } = foundation;
  const people = createPeople(foundation);
  const { audit, trading, mailer, accounts } = people;
  const access = createAccess(foundation, people, options);
  const { live, markets, keys, limits } = access;
  const { keepLink } = accounts.lostFactor;
  const notifications = createNotifications({ db, clock, log, bus, audit, mailer, pushKeys, keepLink, env });
  const claims = botClaims({ db, markets });
  const orders = orderContext({
    bots: claims,
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
    ...createCopyTrading({ log, keys: besideBots(keys, claims), markets }),
  });
  const { marketContext } = orders;
  const common = { db, clock, log, bus, live, markets, keys, marketContext };
  const asked = askedBalances({ markets, clock });
  const bots = { ...common, claims, asked, limits, notifications, trading: trading.gate };
  const { EXCHANGE_MODE, BACKTEST_NICENESS: niceness } = env;
  const backtests = { ...common, paper: EXCHANGE_MODE === 'paper', niceness };
  const hooks = hookDeps(foundation, { ...people, ...access }, botCommands(bots));
  const lossDeps = lossLimitDeps(foundation, people, { keys, notifications, orders, bots });
  const webhooks = webhookDeps(foundation, people, markets);
  accounts.onErased((userId) => {
    trading.forget(userId);
    keys.forget(userId);
    audit.secrets.forget(userId);
  });
  return {
    ...people,
    ...access,
    notifications,
    orders,
    bots,
    backtests,
    hooks,
    webhooks,
    lossDeps,
    lossLimits: createLossLimits(lossDeps),
  };
}
export type Slices = ReturnType<typeof createSlices>;

/** The pairs whose trades this process publishes: of several that receive them, one does. */
async function publishedHere({ env, db, bus, log }: Foundation, closing: Closers): Promise<Publishes> {
  if (!env.NATS_URL) return () => true;
  const partition = new SharedPartition({ scope: 'price-publishers', store: leasesStore(db), bus, log });
  const known = new Map<string, boolean>();
  let isOwn = await partition.join((changed) => {
    isOwn = changed;
    known.clear();
  });
  closing.add('publishing of prices', () => partition.leave());
  return (market, symbol) => {
    const name = `${market}.${symbol}`;
    const answer = known.get(name) ?? isOwn(name);
    known.set(name, answer);
    return answer;
  };
}

export async function startSlices(
  { foundation, streams }: { foundation: Foundation; streams: boolean },
  { audit, trading, mailer, keys, halts, live, markets }: Slices,
  closing: Closers,
): Promise<void> {
  closing.add('uses of secrets', () => audit.secrets.stop());
  closing.add('audit', () => audit.idle());
  closing.add('trading switches', () => trading.stop());
  await trading.start();
  closing.add('mail', () => mailer.close());
  closing.add('key balances', () => keys.balances.stop());
  closing.add('halts of pairs', () => halts.stop());
  await halts.start();
  const publishes = streams ? await publishedHere(foundation, closing) : null;
  await markets.start({ publishes });
  closing.add('prices', async () => markets.stop());
  if (!publishes) return;
  const { clock, log } = foundation;
  const stop = publishWatchedPairs({ ...markets, live, clock, log, publishes });
  closing.add('order books', async () => stop());
}
