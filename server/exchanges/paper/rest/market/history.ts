import { fixed } from '../../../../domain/matching/model/amount.ts';
import type { MarketTrade } from '../../../../domain/matching/model/market.ts';
import { refusal } from '../../binance-error.ts';
import { type Bounds, type Candle, INTERVALS, boundsIn } from '../../market/candles.ts';
import type { Call } from '../endpoint.ts';
import { limitParameter, required, timeParameter, wholeParameter } from '../parameters.ts';
import { marketOf } from './requested-markets.ts';
import { zoneAhead } from './time-zone.ts';

const klineRow = (boundsOf: Bounds) => (candle: Candle) => [
  candle.openTime,
  fixed(candle.open),
  fixed(candle.high),
  fixed(candle.low),
  fixed(candle.close),
  fixed(candle.volume),
  boundsOf(candle.openTime).next - 1,
  fixed(candle.quoteVolume),
  candle.count,
  fixed(candle.takerVolume),
  fixed(candle.takerQuoteVolume),
  '0',
];

export function klines(call: Call) {
  const { parameters, core } = call;
  const market = marketOf(call);
  const interval = required(parameters.get('interval'), 'interval');
  if (!INTERVALS.has(interval)) throw refusal(-1120, 'Invalid interval.');
  const ahead = zoneAhead(parameters);
  const startTime = timeParameter(parameters, 'startTime');
  const endTime = timeParameter(parameters, 'endTime');
  const range = {
    interval,
    ahead,
    limit: limitParameter(parameters, 500, 1000),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  };
  return market.klines(range, core.now()).map(klineRow(boundsIn(interval, ahead)));
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

/** The latest trades, or those in memory from an id on. */
export function trades(call: Call) {
  const limit = limitParameter(call.parameters, 500, 1000);
  const fromId = wholeParameter(call.parameters, 'fromId');
  const market = marketOf(call);
  if (fromId === undefined) return market.recent(limit).map(tradeRow);
  const kept = market.recent(1000).filter((trade) => trade.id >= fromId);
  return kept.slice(0, limit).map(tradeRow);
}

export function aggregateTrades(call: Call) {
  const fromId = wholeParameter(call.parameters, 'fromId') ?? 0;
  const startTime = timeParameter(call.parameters, 'startTime') ?? 0;
  const endTime = timeParameter(call.parameters, 'endTime') ?? Number.POSITIVE_INFINITY;
  const limit = limitParameter(call.parameters, 500, 1000);
  const wanted = marketOf(call)
    .recent(1000)
    .filter((trade) => trade.id >= fromId && trade.time >= startTime && trade.time <= endTime);
  return (fromId > 0 || startTime > 0 ? wanted.slice(0, limit) : wanted.slice(-limit)).map(aggregateRow);
}
