import { fixed } from '../../../../domain/matching/model/amount.ts';
import type { MarketTrade } from '../../../../domain/matching/model/market.ts';
import { type Candle, candleBounds } from '../../market/candles.ts';
import { topOfBook } from '../../market/depth.ts';
import type { Resting } from '../../market/depth.ts';
import type { Market } from '../../market/market.ts';
import { dayWindow } from '../../market/tickers.ts';
import { AVERAGE_MINUTES } from '../../pairs.ts';

export const tradeEvent = (trade: MarketTrade, now: number) => ({
  e: 'trade',
  E: now,
  s: trade.symbol,
  t: trade.id,
  p: fixed(trade.price),
  q: fixed(trade.qty),
  T: trade.time,
  m: trade.buyerMaker,
  M: true,
});

export const aggregateEvent = (trade: MarketTrade, now: number) => ({
  e: 'aggTrade',
  E: now,
  s: trade.symbol,
  a: trade.id,
  p: fixed(trade.price),
  q: fixed(trade.qty),
  f: trade.firstId,
  l: trade.id,
  T: trade.time,
  m: trade.buyerMaker,
  M: true,
});

export function bookEvent(market: Market, resting: Resting) {
  const { bidPrice, bidQty, askPrice, askQty } = topOfBook(market, resting);
  return { u: market.tradeId, s: market.pair.symbol, b: bidPrice, B: bidQty, a: askPrice, A: askQty };
}

export const averageEvent = (market: Market, now: number) => ({
  e: 'avgPrice',
  E: now,
  s: market.pair.symbol,
  i: `${AVERAGE_MINUTES}m`,
  w: fixed(market.averagePrice(now)),
  T: market.time,
});

export function miniTickerEvent(market: Market, now: number) {
  const day = dayWindow(market, now);
  return {
    e: '24hrMiniTicker',
    E: now,
    s: market.pair.symbol,
    c: fixed(day.close),
    o: fixed(day.open),
    h: fixed(day.high),
    l: fixed(day.low),
    v: fixed(day.volume),
    q: fixed(day.quoteVolume),
  };
}

export function tickerEvent(market: Market, resting: Resting, now: number) {
  const day = dayWindow(market, now);
  const { b, B, a, A } = bookEvent(market, resting);
  return {
    e: '24hrTicker',
    E: now,
    s: market.pair.symbol,
    p: fixed(day.change),
    P: day.percent.toFixed(3),
    w: fixed(day.average),
    x: fixed(day.open),
    c: fixed(day.close),
    Q: fixed(market.lastQty),
    b,
    B,
    a,
    A,
    o: fixed(day.open),
    h: fixed(day.high),
    l: fixed(day.low),
    v: fixed(day.volume),
    q: fixed(day.quoteVolume),
    O: day.openTime,
    C: day.closeTime,
    F: day.firstId,
    L: day.lastId,
    n: day.count,
  };
}

export function klineEvent(candle: Candle, of: { symbol: string; interval: string; now: number }) {
  const closeTime = candleBounds(of.interval, candle.openTime).next - 1;
  const none = candle.count === 0;
  return {
    e: 'kline',
    E: of.now,
    s: of.symbol,
    k: {
      t: candle.openTime,
      T: closeTime,
      s: of.symbol,
      i: of.interval,
      f: none ? -1 : candle.firstId,
      L: none ? -1 : candle.lastId,
      o: fixed(candle.open),
      c: fixed(candle.close),
      h: fixed(candle.high),
      l: fixed(candle.low),
      v: fixed(candle.volume),
      n: candle.count,
      x: of.now > closeTime,
      q: fixed(candle.quoteVolume),
      V: fixed(candle.takerVolume),
      Q: fixed(candle.takerQuoteVolume),
      B: '0',
    },
  };
}
