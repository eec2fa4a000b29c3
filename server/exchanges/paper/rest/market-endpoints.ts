import { refusal } from '../binance-error.ts';
import { type Candle, INTERVALS, type MarketTrade, candleBounds } from '../market/candles.ts';
import { depth, topOfBook } from '../market/depth.ts';
import type { Market } from '../market/market.ts';
import { AVERAGE_MINUTES, fixed } from '../pairs.ts';
import { fullTicker, miniTicker } from '../market/tickers.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { exchangeInfo } from './exchange-info.ts';
import {
  type Parameters,
  choice,
  limitParameter,
  required,
  symbolList,
  symbolParameter,
  timeParameter,
  wholeParameter,
} from './parameters.ts';

const STATUSES = ['TRADING', 'HALT', 'BREAK'] as const;

function marketOf({ parameters, floor }: Call): Market {
  const market = floor.markets.get(required(symbolParameter(parameters), 'symbol'));
  if (!market) throw refusal(-1121);
  return market;
}

/** The markets named by `symbol` or `symbols`, or all; `one` says that the answer is a single object. */
function marketsOf({ parameters, floor }: Call): { one: boolean; markets: Market[] } {
  const symbol = symbolParameter(parameters);
  const symbols = symbolList(parameters);
  if (symbol && symbols) throw refusal(-1128, 'Combination of optional parameters invalid.');
  const status = choice(parameters.get('symbolStatus'), STATUSES, refusal(-1122, 'Invalid symbolStatus.'));
  const names = symbol ? [symbol] : (symbols ?? [...floor.markets.keys()]);
  const markets = names.map((name) => {
    const market = floor.markets.get(name);
    if (!market) throw refusal(-1121);
    return market;
  });
  if (status === undefined || status === 'TRADING') return { one: symbol !== undefined, markets };
  if (symbol) throw refusal(-1220, "The symbol's status does not match the requested symbolStatus.");
  return { one: false, markets: [] };
}

const oneOrMany = <Row>(call: Call, row: (market: Market) => Row): Row | Row[] | undefined => {
  const { one, markets } = marketsOf(call);
  const rows = markets.map(row);
  return one ? rows[0] : rows;
};

/** Permissions are asked for as SPOT or as a JSON array; every symbol here has SPOT and nothing else. */
const hasSpot = (parameters: Parameters): boolean => /\bSPOT\b/.test(parameters.get('permissions') ?? 'SPOT');

const klineRow = (interval: string) => (candle: Candle) => [
  candle.openTime,
  fixed(candle.open),
  fixed(candle.high),
  fixed(candle.low),
  fixed(candle.close),
  fixed(candle.volume),
  candleBounds(interval, candle.openTime).next - 1,
  fixed(candle.quoteVolume),
  candle.count,
  fixed(candle.takerVolume),
  fixed(candle.takerQuoteVolume),
  '0',
];

function klines(call: Call) {
  const { parameters, floor } = call;
  const market = marketOf(call);
  const interval = required(parameters.get('interval'), 'interval');
  if (!INTERVALS.has(interval)) throw refusal(-1120, 'Invalid interval.');
  if ((parameters.get('timeZone') ?? '0') !== '0')
    throw refusal(-1130, "Data sent for parameter 'timeZone' is not valid.");
  const startTime = timeParameter(parameters, 'startTime');
  const endTime = timeParameter(parameters, 'endTime');
  const range = {
    interval,
    limit: limitParameter(parameters, 500, 1000),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  };
  return market.klines(range, floor.now()).map(klineRow(interval));
}

const tradeRow = (trade: MarketTrade) => ({
  id: trade.id,
  price: fixed(trade.price),
  qty: fixed(trade.qty),
  quoteQty: fixed(trade.price.times(trade.qty)),
  time: trade.time,
  isBuyerMaker: trade.buyerMaker,
  isBestMatch: true,
});

const aggregateRow = (trade: MarketTrade) => ({
  a: trade.id,
  p: fixed(trade.price),
  q: fixed(trade.qty),
  f: trade.firstId,
  l: trade.id,
  T: trade.time,
  m: trade.buyerMaker,
  M: true,
});

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
const SYMBOLS = ['symbol', 'symbols', 'symbolStatus'];

function ticker24(call: Call) {
  const invalid = refusal(-1139, 'Invalid ticker type.');
  const type = choice(call.parameters.get('type'), TICKER_TYPES, invalid) ?? 'FULL';
  const now = call.floor.now();
  return oneOrMany(call, (market) => (type === 'FULL' ? fullTicker(market, now) : miniTicker(market, now)));
}

function information(call: Call) {
  const { parameters, floor } = call;
  if (parameters.has('permissions') && (parameters.has('symbol') || parameters.has('symbols'))) {
    throw refusal(-1128, 'Combination of optional parameters invalid.');
  }
  const { markets } = marketsOf(call);
  const pairs = hasSpot(parameters) ? markets.map((market) => market.pair) : [];
  return exchangeInfo({
    pairs,
    now: floor.now(),
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
  get('time', { reads: [], weight: 1, run: ({ floor }) => ({ serverTime: floor.now() }) }),
  get('exchangeInfo', { reads: [...SYMBOLS, 'permissions', 'showPermissionSets'], weight: 20, run: information }),
  get('ticker/24hr', { reads: [...SYMBOLS, 'type'], weight: tickerWeight, run: ticker24 }),
  get('ticker/price', {
    reads: SYMBOLS,
    weight: priceWeight,
    run: (call) => oneOrMany(call, (market) => ({ symbol: market.pair.symbol, price: fixed(market.price) })),
  }),
  get('ticker/bookTicker', {
    reads: SYMBOLS,
    weight: priceWeight,
    run: (call) => oneOrMany(call, (market) => ({ symbol: market.pair.symbol, ...topOfBook(market) })),
  }),
  get('avgPrice', {
    reads: ['symbol'],
    weight: 2,
    run: (call) => {
      const market = marketOf(call);
      return { mins: AVERAGE_MINUTES, price: fixed(market.averagePrice(call.floor.now())), closeTime: market.time };
    },
  }),
  get('depth', {
    reads: ['symbol', 'limit', 'symbolStatus'],
    weight: depthWeight,
    run: (call) => depth(marketOf(call), limitParameter(call.parameters, 100, 5000)),
  }),
  get('trades', {
    reads: ['symbol', 'limit'],
    weight: 25,
    run: (call) =>
      marketOf(call)
        .recent(limitParameter(call.parameters, 500, 1000))
        .map(tradeRow),
  }),
  get('aggTrades', {
    reads: ['symbol', 'limit', 'fromId', 'startTime', 'endTime'],
    weight: 4,
    run: (call) => {
      const fromId = wholeParameter(call.parameters, 'fromId') ?? 0;
      const startTime = timeParameter(call.parameters, 'startTime') ?? 0;
      const endTime = timeParameter(call.parameters, 'endTime') ?? Number.POSITIVE_INFINITY;
      const limit = limitParameter(call.parameters, 500, 1000);
      const wanted = marketOf(call)
        .recent(1000)
        .filter((trade) => trade.id >= fromId && trade.time >= startTime && trade.time <= endTime);
      return (fromId > 0 || startTime > 0 ? wanted.slice(0, limit) : wanted.slice(-limit)).map(aggregateRow);
    },
  }),
  get('klines', { reads: ['symbol', 'interval', 'startTime', 'endTime', 'timeZone', 'limit'], weight: 2, run: klines }),
  get('uiKlines', {
    reads: ['symbol', 'interval', 'startTime', 'endTime', 'timeZone', 'limit'],
    weight: 2,
    run: klines,
  }),
];
