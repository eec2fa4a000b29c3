import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Big } from 'big.js';
import webPush, { type VapidKeys } from 'web-push';
import { createAudit } from '../../server/audit/index.ts';
import { readEnv } from '../../server/env.ts';
import { addAlert, changeAlert } from '../../server/features/alerts/save-alert.ts';
import {
  createAlertEngine,
  createConditionEngine,
  createOccasionEngine,
} from '../../server/features/alerts/engine/index.ts';
import { createAlerts } from '../../server/features/alerts/index.ts';
import { createDeliveryEngine } from '../../server/features/notifications/engine/index.ts';
import { createNotifications } from '../../server/features/notifications/index.ts';
import type { Fetch } from '../../server/features/notifications/push/send-push.ts';
import { localBus, type Bus } from '../../server/runtime/bus/bus.ts';
import { newId } from '../../server/lib/id.ts';
import { createLog } from '../../server/lib/log.ts';
import { livePublisher, type UserMessage } from '../../server/live/publish.ts';
import { createMailer } from '../../server/mail/index.ts';
import { priceFeed, type PriceFeed } from '../doubles/price-feed.ts';
import type { testDatabase } from '../setup/database.ts';

type Database = Awaited<ReturnType<typeof testDatabase>>;

export interface Ground {
  database: Database;
  dataDir: string;
  fetch?: Fetch;
  pushHosts?: string[];
}

/** A time that the test moves, UTC epoch ms, on a full second. */
export const START = 1_800_000_000_000;

/** The same for every process that works in this folder. */
function pushKeysIn(folder: string): VapidKeys {
  const file = join(folder, 'push-keys.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as VapidKeys;
  mkdirSync(folder, { recursive: true });
  const keys = webPush.generateVAPIDKeys();
  writeFileSync(file, JSON.stringify(keys));
  return keys;
}

export interface Shared {
  feed?: PriceFeed;
  bus?: Bus;
  /** With other engines, whose bus it is as well. */
  shared?: boolean;
  clock: () => number;
}

/** One server's alerts and deliveries over a database, a feed and a bus that others may share. */
export function alertServer({ database, dataDir, fetch, pushHosts = [] }: Ground, shared: Shared) {
  const { clock } = shared;
  const feed = shared.feed ?? priceFeed(['XRPUSDT', 'BTCUSDT']);
  const bus =
    shared.bus ??
    localBus((error) => {
      throw error;
    });
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const live = livePublisher(bus);
  const { db } = database;
  const env = readEnv({ DATA_DIR: dataDir, PUBLIC_URL: 'https://tandem.example', PUSH_HOSTS: pushHosts.join(',') });
  const common = { db, clock, log };
  const audit = createAudit(common);
  const mailer = createMailer({ smtpUrl: undefined, mailFrom: env.mailFrom, dataDir, log, clock });
  const notifications = createNotifications({
    ...common,
    bus,
    audit,
    mailer,
    env,
    pushKeys: pushKeysIn(dataDir),
    ...(fetch && { fetch }),
  });
  const { deliveries } = createDeliveryEngine({ ...common, live, audit, mailer, notifications });
  const findPair = (_: string, name: string) => {
    const simpleName = name.replace('_', '').toUpperCase();
    return feed.pairs().has(simpleName)
      ? ({ name: `${simpleName.slice(0, -4).toLowerCase()}_usdt`, simpleName, counterRound: 4 } as never)
      : null;
  };
  const markets = {
    names: () => ['binance' as const],
    isOn: () => true,
    exchange: () => feed,
    findPair,
    findExchangePair: (_: string, name: string) => feed.pairs().get(name) ?? null,
    lastPrice: () => null,
  };
  const tried = { firings: 0 };
  const metrics = { fired: () => void (tried.firings += 1), watchAlerts: () => {} };
  const deps = { ...common, bus, markets, notifications };
  const alerts = createAlerts({ ...deps, live, hookFault: async () => null });
  const engine = createAlertEngine({ ...deps, metrics, shared: shared.shared ?? false });
  const conditions = createConditionEngine({ ...deps, metrics, shared: shared.shared ?? false });
  /** What pairs the exchange lists, and what they were traded at last. */
  const market = { pairs: [...feed.pairs().values()], price: null as Big | null };
  const occasions = createOccasionEngine({
    ...common,
    notifications,
    markets: {
      names: markets.names,
      exchange: () => ({ pairs: () => new Map(market.pairs.map((pair) => [pair.symbol, pair])) }),
      lastPrice: () => market.price && { price: market.price, time: clock(), delayedSince: null },
      pairName: (_, symbol) => `${symbol.slice(0, -4).toLowerCase()}_usdt`,
    },
  });
  return { feed, bus, lines, tried, notifications, deliveries, alerts, engine, conditions, occasions, market };
}
export type AlertServer = ReturnType<typeof alertServer>;

/** A person with alerts on a server, and what reached their pages. */
export async function alertOwner({ alerts, bus }: AlertServer, { database }: Ground) {
  const userId = newId();
  await database.sql`
    insert into users (user_id, email, email_key, username, password_hash, data_key, created_at)
    values (${userId}, ${userId}, ${userId}, 'Ada', '', '', 1)`;
  const reported: { topic: string; body: Record<string, unknown> }[] = [];
  bus.subscribe(`user.${userId}.live`, (message) => {
    const { topic, body } = message as UserMessage;
    if (topic !== 'alerts') reported.push({ topic, body: body as (typeof reported)[number]['body'] });
  });
  const store = alerts.of(userId);
  return {
    userId,
    reported,
    async add(price: string, more: Partial<Parameters<typeof addAlert>[1]> = {}) {
      const saved = await addAlert(
        { store, findPair: alerts.findPair, now: alerts.clock() },
        {
          market: 'binance',
          symbol: 'xrp_usdt',
          price: new Big(price),
          type: 'PRICE_RISES_ABOVE',
          informing: 'ONLY_ONCE',
          comment: '',
          favorite: false,
          sendToTelegram: false,
          active: true,
          ...more,
        },
      );
      if (!saved.alert) throw new Error(saved.error);
      alerts.publishChanged(saved.alert);
      return saved.alert;
    },
    async change(id: string, more: Partial<Parameters<typeof changeAlert>[1]>) {
      const { alert } = await changeAlert({ store, now: alerts.clock(), requireTrade: () => {} }, { id, ...more });
      if (alert) alerts.publishChanged(alert);
    },
    async remove(id: string) {
      const alert = await store.remove(id);
      if (alert) alerts.publishChanged(alert);
    },
    async list() {
      const { found } = await store.page({ market: 'binance', favorite: false, search: '', offset: 0, limit: 1_000 });
      return store.byIds(found.map(({ id }) => id));
    },
    firings: async () =>
      (await database.sql`
        select alert_id as "alertId", price::text, late, crossed_at::float8 as "crossedAt"
        from firings where user_id = ${userId} order by crossed_at`) as unknown as {
        alertId: string;
        price: string;
        late: boolean;
        crossedAt: number;
      }[],
  };
}
