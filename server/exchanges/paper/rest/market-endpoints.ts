import { fixed } from '../../../domain/matching/model/amount.ts';
import { refusal } from '../binance-error.ts';
import { depth, topOfBook } from '../market/depth.ts';
import type { Market } from '../market/market.ts';
import { fullTicker, miniTicker } from '../market/tickers.ts';
import { AVERAGE_MINUTES } from '../pairs.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { exchangeInfo } from './exchange-info.ts';
import { marketOf, marketsOf, oneOrMany } from './market/requested-markets.ts';
import { aggregateTrades, klines, trades } from './market/history.ts';
import { rollingWindow, tradingDay } from './market/window-tickers.ts';
import { type Parameters, choice, limitParameter, mandatory, symbolList, wholeParameter } from './parameters.ts';

/** Permissions come as SPOT or as a JSON array; every symbol here has SPOT alone. */
const hasSpot = (parameters: Parameters): boolean => /\bSPOT\b/.test(parameters.get('permissions') ?? 'SPOT');

const tickerWeight = (parameters: Parameters): number => {
  if (parameters.has('symbol')) return 2;
  const asked = symbolList(parameters)?.length ?? Number.POSITIVE_INFINITY;
  if (asked > 100) return 80;
  return asked > 20 ? 40 : 2;
};
const priceWeight = (parameters: Parameters): number => (parameters.has('symbol') ? 2 : 4);
const depthWeight = (parameters: Parameters): number => {
  const limit = wholeParameter(parameters, 'limit') ?? 100;
  if (limit > 1000) return 250;
  if (limit > 500) return 50;
  return limit > 100 ? 25 : 5;
};
const TICKER_TYPES = ['FULL', 'MINI'] as const;
const windowWeight = (parameters: Parameters): number => Math.min(200, 4 * (symbolList(parameters)?.length ?? 1));
const rulesWeight = (parameters: Parameters): number => {
  if (parameters.has('symbol')) return 2;
  return Math.min(40, 2 * (symbolList(parameters)?.length ?? 20));
};
const SYMBOLS = ['symbol', 'symbols', 'symbolStatus'];

function ticker24(call: Call) {
  const invalid = refusal(-1139, 'Invalid ticker type.');
  const type = choice(call.parameters.get('type'), TICKER_TYPES, invalid) ?? 'FULL';
  const now = call.core.now();
  const full = (market: Market) => ({
    ...fullTicker(market, now),
    ...topOfBook(market, call.core.resting(market, 1)),
  });
  return oneOrMany(call, (market) => (type === 'FULL' ? full(market) : miniTicker(market, now)));
}

function orderBook(call: Call) {
  const { one, markets } = marketsOf(call);
  const [market] = markets;
  if (!one || !market) throw mandatory('symbol');
  const limit = limitParameter(call.parameters, 100, 5000);
  return depth(market, limit, call.core.resting(market, limit));
}

/** No symbol has an execution rule that would need one. */
function referencePrice(call: Call): never {
  marketOf(call);
  throw refusal(-2043, "This symbol doesn't have a reference price.");
}

function executionRules(call: Call) {
  marketsOf(call);
  return { symbolRules: [] };
}

function information(call: Call) {
  const { parameters, core } = call;
  if (parameters.has('permissions') && (parameters.has('symbol') || parameters.has('symbols'))) {
    throw refusal(-1128, 'Combination of optional parameters invalid.');
  }
  const { markets } = marketsOf(call);
  return exchangeInfo({
    markets: hasSpot(parameters) ? markets : [],
    limits: core.limits,
    now: core.now(),
    showPermissionSets: parameters.get('showPermissionSets') !== 'false',
  });
}

const get = (path: string, of: Pick<Endpoint, 'reads' | 'weight'> & { run: (call: Call) => unknown }): Endpoint => ({
  method: 'GET',
  path: `/api/v3/${path}`,
  security: 'none',
  ...of,
});

export const marketEndpoints: Endpoint[] = [
  get('ping', { reads: [], weight: 1, run: () => ({}) }),
  get('time', { reads: [], weight: 1, run: ({ core }) => ({ serverTime: core.now() }) }),
  get('exchangeInfo', { reads: [...SYMBOLS, 'permissions', 'showPermissionSets'], weight: 20, run: information }),
  get('ticker/24hr', { reads: [...SYMBOLS, 'type'], weight: tickerWeight, run: ticker24 }),
  get('ticker/tradingDay', { reads: [...SYMBOLS, 'timeZone', 'type'], weight: windowWeight, run: tradingDay }),
  get('ticker', { reads: [...SYMBOLS, 'windowSize', 'type'], weight: windowWeight, run: rollingWindow }),
  get('ticker/price', {
    reads: SYMBOLS,
    weight: priceWeight,
    run: (call) => oneOrMany(call, (market) => ({ symbol: market.pair.symbol, price: fixed(market.price) })),
  }),
  get('ticker/bookTicker', {
    reads: SYMBOLS,
    weight: priceWeight,
    run: (call) =>
      oneOrMany(call, (market) => ({
        symbol: market.pair.symbol,
        ...topOfBook(market, call.core.resting(market, 1)),
      })),
  }),
  get('avgPrice', {
    reads: ['symbol'],
    weight: 2,
    run: (call) => {
      const market = marketOf(call);
      return { mins: AVERAGE_MINUTES, price: fixed(market.averagePrice(call.core.now())), closeTime: market.time };
    },
  }),
  get('depth', {
    reads: ['symbol', 'limit', 'symbolStatus'],
    weight: depthWeight,
    run: orderBook,
  }),
  get('trades', { reads: ['symbol', 'limit'], weight: 25, run: trades }),
  get('historicalTrades', { reads: ['symbol', 'limit', 'fromId'], weight: 25, run: trades }),
  get('aggTrades', {
    reads: ['symbol', 'limit', 'fromId', 'startTime', 'endTime'],
    weight: 4,
    run: aggregateTrades,
  }),
  get('klines', { reads: ['symbol', 'interval', 'startTime', 'endTime', 'timeZone', 'limit'], weight: 2, run: klines }),
  get('uiKlines', {
    reads: ['symbol', 'interval', 'startTime', 'endTime', 'timeZone', 'limit'],
    weight: 2,
    run: klines,
  }),
  get('referencePrice', { reads: ['symbol'], weight: 2, run: referencePrice }),
  get('referencePrice/calculation', { reads: ['symbol', 'symbolStatus'], weight: 2, run: referencePrice }),
  get('executionRules', { reads: SYMBOLS, weight: rulesWeight, run: executionRules }),
];
