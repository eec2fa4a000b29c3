import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { openAccount, resetAccount } from './service/accounts.ts';
import { controlApp } from './control/control.routes.ts';
import type { ExchangeCore } from './exchange-core.ts';
import { Faults } from './faults/faults.ts';
import type { Feed } from './market/feeds/feed.ts';
import { openFeed } from './market/feeds/open-feed.ts';
import { type OpenOptions, openCore } from './open-core.ts';
import { restApp } from './rest/rest.routes.ts';
import { serviceApp } from './service/service.routes.ts';
import { createStreams } from './streams/streams.ts';

export interface PaperOptions extends Pick<OpenOptions, 'db' | 'clock' | 'log'> {
  /** The same seed gives the same market on an empty database. */
  seed: number;
  /** 'simulated', 'replay:FILE' or 'binance'. */
  prices: string;
  /** 0 takes any free port. */
  port: number;
  /** Request weight that an address may use in a minute; the real exchange's without it. */
  weight?: number;
  /** Whether a test may set prices and faults, on a port of its own. */
  control: boolean;
  /** Other processes connect from other machines, and open accounts with this token; null for this process alone. */
  service?: { host: string; token: string } | null;
  /** Where 'binance' listens, when not to Binance itself. */
  publicFeedUrl?: string;
}

export interface PaperExchange {
  /** `restUrl` and `wsUrl` are origins, `wsApiUrl` is a whole URL. */
  start(): Promise<{ restUrl: string; wsUrl: string; wsApiUrl: string; controlUrl: string | null }>;
  stop(): Promise<void>;
  /** A new funded account, already committed. */
  createAccount(): Promise<{ key: string; secret: string }>;
  /** Cancels what an account has open and sets its balances to those of a new one. */
  resetAccount(key: string): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const STORE_PRICES_EVERY_MS = 2000;
const STORE_CANDLES_EVERY_MS = 3000;

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

async function listen(fetch: Fetch, port: number, host = LOOPBACK) {
  const server = createAdaptorServer({ fetch, createServer }) as Server;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  server.removeListener('error', reject);
  return { server, origin: `${host}:${(server.address() as AddressInfo).port}` };
}

async function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}

/** Generates the synthetic part of the last day, a market at a time, with room for requests between two. */
async function prepareCharts({ markets, now }: ExchangeCore, isStopped: () => boolean): Promise<void> {
  for (const { chart } of markets.values()) {
    if (isStopped()) return;
    chart.prepare(now());
    await setImmediate();
  }
}

interface Running {
  core: ExchangeCore;
  feed: Feed;
  stop(): Promise<void>;
}

async function run(options: PaperOptions, feed: Feed) {
  const { db, clock, log, seed, port, control, weight, service } = options;
  const core = await openCore({ db, clock, log, seed, weight, keepPins: control });
  const faults = new Faults();
  const app = restApp({ core, faults, log });
  if (service) app.route('/tandem', serviceApp({ core, token: service.token }));
  const rest = await listen(app.fetch, port, service?.host);
  const streams = createStreams({ server: rest.server, core, faults, log });
  const controlled = control ? await listen(controlApp({ core, faults }).fetch, 0) : null;
  if (controlled) log.info({ url: `http://${controlled.origin}` }, 'The paper exchange takes commands from tests.');
  const storingPrices = setInterval(() => core.storePrices(), STORE_PRICES_EVERY_MS);
  const storingCandles = setInterval(() => void core.candles.flush(), STORE_CANDLES_EVERY_MS);
  feed.start(core);
  let isStopped = false;
  void prepareCharts(core, () => isStopped);
  const stop = async () => {
    isStopped = true;
    feed.stop();
    clearInterval(storingPrices);
    clearInterval(storingCandles);
    streams.stop();
    if (controlled) await close(controlled.server);
    await close(rest.server);
    core.storePrices();
    await core.candles.flush();
    await core.journal.close();
  };
  const urls = {
    restUrl: `http://${rest.origin}`,
    wsUrl: `ws://${rest.origin}`,
    wsApiUrl: `ws://${rest.origin}/ws-api/v3`,
    controlUrl: controlled ? `http://${controlled.origin}` : null,
  };
  return { running: { core, feed, stop } satisfies Running, urls };
}

/** An exchange of our own with play money that speaks Binance's Spot protocol. */
export function createPaperExchange(options: PaperOptions): PaperExchange {
  const feed = openFeed(options.prices, options);
  let running: Running | null = null;
  return {
    start: async () => {
      await feed.check?.();
      const started = await run(options, feed);
      running = started.running;
      return started.urls;
    },
    stop: async () => {
      await running?.stop();
      running = null;
    },
    createAccount: async () => {
      if (!running) throw new Error('The paper exchange is not running.');
      return openAccount(running.core);
    },
    resetAccount: async (key) => {
      if (!running || !(await resetAccount(running.core, key)))
        throw new Error('There is no such account on the paper exchange.');
    },
  };
}
