import { Big } from 'big.js';
import { fixed } from '../../../domain/matching/model/amount.ts';
import { topOfBook } from './depth.ts';
import type { Market } from './market.ts';

/** The 24-hour window: `firstId` is computed, since trades of the synthetic history have no ids. */
export function dayWindow(market: Market, now: number) {
  const day = market.day(now);
  return {
    ...day,
    firstId: Math.max(0, market.tradeId - day.count + 1),
    lastId: market.tradeId,
    change: day.close.minus(day.open),
    percent: day.close.minus(day.open).times(100).div(day.open),
    average: day.volume.eq(0) ? new Big(market.price) : day.quoteVolume.div(day.volume),
  };
}

export function miniTicker(market: Market, now: number) {
  const day = dayWindow(market, now);
  return {
    symbol: market.pair.symbol,
    openPrice: fixed(day.open),
    highPrice: fixed(day.high),
    lowPrice: fixed(day.low),
    lastPrice: fixed(day.close),
    volume: fixed(day.volume),
    quoteVolume: fixed(day.quoteVolume),
    openTime: day.openTime,
    closeTime: day.closeTime,
    firstId: day.firstId,
    lastId: day.lastId,
    count: day.count,
  };
}

export function fullTicker(market: Market, now: number) {
  const day = dayWindow(market, now);
  const { openPrice, highPrice, lowPrice, lastPrice, symbol, ...rest } = miniTicker(market, now);
  return {
    symbol,
    priceChange: fixed(day.change),
    priceChangePercent: day.percent.toFixed(3),
    weightedAvgPrice: fixed(day.average),
    prevClosePrice: openPrice,
    lastPrice,
    lastQty: fixed(market.lastQty),
    ...topOfBook(market),
    openPrice,
    highPrice,
    lowPrice,
    ...rest,
  };
}
