import * as z from 'zod/mini';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { createRulesLoader } from '../connecting/rules-loader.ts';
import { runExchange } from '../connecting/run-exchange.ts';
import type { Answer, Exchange, OrderRate } from '../exchange.ts';
import { createAccountCalls } from './account/account-calls.ts';
import { createMarketData, recentTrades } from './binance-market-data.ts';
import { createClosedCancel, createExplain } from './orders/refusals/explain.ts';
import { allOpenOrders } from './orders/all-open-orders.ts';
import { createListCalls } from './orders/list-calls.ts';
import { createOrderCalls } from './orders/order-calls.ts';
import { orderRank } from '../../runtime/rate-budget/call-rank.ts';
import { createRateBudget, type RateBudget } from '../../runtime/rate-budget/rate-budget.ts';
import { createRest, type Rest } from './rest/rest.ts';
import { createAccountStreams } from './streams/account-streams.ts';
import { createPairStreams } from './streams/pair-streams.ts';
import { createTradeStreams } from './streams/trade-stream.ts';
import { BINANCE_TIMINGS, type BinanceTimings } from './binance-timings.ts';
import { ExchangeInfo, orderRates, readPair, weightLimit } from './trading-rules.ts';

export interface BinanceOptions {
  /** An origin: https://api.binance.com. */
  restUrl: string;
  /** An origin: wss://stream.binance.com:9443. */
  wsUrl: string;
  /** Whole: wss://ws-api.binance.com:443/ws-api/v3. */
  wsApiUrl: string;
  clock: Clock;
  log: Log;
  timings?: Partial<BinanceTimings>;
  /** Of the outgoing address; one of this adapter alone when not given. */
  budget?: RateBudget;
}

/** Connections that are kept open between orders, so that none begins with a handshake. */
const WARM = 4;
const PING = { path: '/api/v3/ping', weight: 1, urgent: true, answer: z.object({}) };
const INFO = { path: '/api/v3/exchangeInfo', weight: 20, urgent: true, answer: ExchangeInfo };
const PRICES = { path: '/api/v3/ticker/price', weight: 4, answer: z.array(z.object({ symbol: z.string() })) };

/** What is listed on spot, with its filters, whether it trades or not: all of it, or one symbol. */
async function readRules(
  { ask, limiter }: Rest,
  onRates: (rates: OrderRate[]) => void,
  symbol?: string,
): Promise<Answer<unknown[]>> {
  const which: Record<string, string> = symbol === undefined ? { permissions: 'SPOT' } : { symbol };
  const info = await ask({ ...INFO, params: { ...which, showPermissionSets: 'false' } });
  if (info.outcome !== 'ok') return info;
  const limit = weightLimit(info.value);
  if (limit !== undefined) limiter.setLimit(limit);
  onRates(orderRates(info.value));
  return { outcome: 'ok', value: info.value.symbols };
}

/** Far less than all filters of all symbols. */
async function readTrading({ ask }: Rest): Promise<Answer<ReadonlySet<string>>> {
  const answer = await ask({ ...PRICES, params: { symbolStatus: 'TRADING' } });
  if (answer.outcome !== 'ok') return answer;
  return { outcome: 'ok', value: new Set(answer.value.map(({ symbol }) => symbol)) };
}

/** Binance spot, by its own protocol; the paper exchange speaks it too. */
export function createBinance(options: BinanceOptions): Exchange {
  const timings = { ...BINANCE_TIMINGS, ...options.timings };
  const log = options.log.child({ exchange: 'binance' });
  const { restUrl, clock, budget = createRateBudget() } = options;
  const rest = createRest({ restUrl, clock, timings, budget });
  const { time, limiter } = rest;
  const trades = createTradeStreams({ wsUrl: options.wsUrl, log, timings, admit: limiter.pausedFor });
  const pairStreams = createPairStreams({ wsUrl: options.wsUrl, log, timings, admit: limiter.pausedFor });
  const accounts = createAccountStreams({ wsApiUrl: options.wsApiUrl, log, timings, time, limiter });
  let rates: OrderRate[] = [];
  const rules = createRulesLoader({
    rest,
    log,
    timings,
    read: (symbol) => readRules(rest, (read) => (rates = read), symbol),
    readTrading: () => readTrading(rest),
    readPair,
    onPairs: (pairs) => trades.setSymbols([...pairs.keys()]),
  });
  const explain = createExplain(rest, rules);
  const closedCancel = createClosedCancel(rules);
  const orders = createOrderCalls({ rest, explain, closedCancel, log });
  /** Keeps connections warm besides. */
  const beat = () => Promise.all([time.sync(), ...Array.from({ length: WARM - 1 }, () => rest.ask(PING))]);

  return {
    market: 'binance',
    orderRates: () => rates,
    ...runExchange({ rest, rules, trades, accounts, pairStreams, log, timings, beat }),
    orderWait: (credentials, order) => rest.orderWait(credentials, orderRank(order)),
    ...orders,
    allOpenOrders: allOpenOrders({ rest, pairs: rules.pairs, openOrders: orders.openOrders }),
    ...createListCalls({ rest, pairs: rules.pairs, find: orders.find, explain, closedCancel }),
    ...createAccountCalls(rest),
    ...createMarketData(rest, rules.pairs),
    reportsTakers: true,
    details: { watch: pairStreams.watch, recentTrades: recentTrades(rest) },
  };
}
