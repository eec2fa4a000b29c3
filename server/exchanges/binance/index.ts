import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Exchange } from '../exchange.ts';
import { createAccountCalls } from './account/account-calls.ts';
import { createMarketData } from './market-data.ts';
import { createExplain } from './orders/refusals/explain.ts';
import { createListCalls } from './orders/list-calls.ts';
import { createOrderCalls } from './orders/order-calls.ts';
import type { SharedLimiter } from './rest/limiter.ts';
import { createRest, type Rest } from './rest/rest.ts';
import { createRulesLoader } from './rules-loader.ts';
import { createAccountStreams } from './streams/account-streams.ts';
import { createTradeStreams } from './streams/trade-stream.ts';
import { TIMINGS, type Timings } from './timings.ts';

export { exchangeLoads } from './rest/limiter.ts';

export interface BinanceOptions {
  /** An origin: https://api.binance.com. */
  restUrl: string;
  /** An origin: wss://stream.binance.com:9443. */
  wsUrl: string;
  /** Whole: wss://ws-api.binance.com:443/ws-api/v3. */
  wsApiUrl: string;
  clock: Clock;
  log: Log;
  timings?: Partial<Timings>;
  /** The budget of requests; the process's own for this address when not said. */
  limiter?: SharedLimiter;
}

/** Connections that are kept open between orders, so that none begins with a handshake. */
const WARM = 4;
const LOOK_AGAIN = 1_000;

/** Binance spot, by its own protocol; the paper exchange speaks it too. */
export function createBinance(options: BinanceOptions): Exchange {
  const timings = { ...TIMINGS, ...options.timings };
  const log = options.log.child({ exchange: 'binance' });
  const { restUrl, clock, limiter: shared } = options;
  const rest = createRest({ restUrl, clock, timings, limiter: shared });
  const { time, limiter } = rest;
  const trades = createTradeStreams({ wsUrl: options.wsUrl, log, timings, pausedFor: limiter.pausedFor });
  const accounts = createAccountStreams({ wsApiUrl: options.wsApiUrl, log, timings, time, limiter });
  const rules = createRulesLoader({
    rest,
    log,
    timings,
    onPairs: (pairs) => trades.setSymbols([...pairs.keys()]),
  });
  const explain = createExplain(rest, rules);
  const orders = createOrderCalls(rest, explain);
  const stopped = new AbortController();

  return {
    market: 'binance',
    pairs: rules.pairs,
    async start() {
      const { signal } = stopped;
      await Promise.race([rules.start(signal), sleep(timings.start, undefined, { ref: false })]);
      heartbeat(rest, timings.heartbeat, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'the heartbeat ended');
      });
    },
    async stop() {
      stopped.abort();
      trades.close();
      accounts.close();
      await rest.close();
    },
    ready: () => rules.pairs().size > 0 && rest.answering(),
    ...orders,
    ...createListCalls({ rest, pairs: rules.pairs, find: orders.find, explain }),
    ...createAccountCalls(rest),
    ...createMarketData(rest, rules.pairs),
    watchTrades: trades.watch,
    watchAccount: accounts.watch,
  };
}

/** Keeps the clock's offset true and connections warm, and notices that the exchange is back without waiting for an order. */
async function heartbeat(rest: Rest, period: number, signal: AbortSignal): Promise<void> {
  const ping = { path: '/api/v3/ping', weight: 1, urgent: true, answer: z.object({}) };
  let last = Number.NEGATIVE_INFINITY;
  for (;;) {
    if (performance.now() - last >= period || !rest.answering()) {
      await Promise.all([rest.time.sync(), ...Array.from({ length: WARM - 1 }, () => rest.ask(ping))]);
      last = performance.now();
    }
    await sleep(Math.min(period, LOOK_AGAIN), undefined, { signal, ref: false });
  }
}
