import type { Big } from 'big.js';
import { type Candle, type MarketTrade, addTrade, flatCandle } from './candles.ts';

export interface Series {
  /** Oldest first, without a hole up to `now`. */
  until(now: number): readonly Candle[];
  add(trade: MarketTrade): void;
}

/** Candles of one length kept in memory, at most `keep` of them; a quiet time shows as flat candles. */
export function createSeries(options: { length: number; keep: number; start: number; price: Big }): Series {
  const { length, keep } = options;
  const floor = (time: number) => Math.floor(time / length) * length;
  let candles: Candle[] = [flatCandle(floor(options.start), options.price, 0)];

  const extend = (now: number): Candle => {
    let last = candles.at(-1) ?? flatCandle(floor(now), options.price, 0);
    const target = floor(now);
    const missing = (target - last.openTime) / length;
    if (missing > keep) {
      last = flatCandle(target - keep * length, last.close, last.lastId);
      candles = [last];
    }
    while (last.openTime < target) {
      last = flatCandle(last.openTime + length, last.close, last.lastId);
      candles.push(last);
    }
    if (candles.length > keep * 1.1) candles = candles.slice(-keep);
    return last;
  };

  return {
    until: (now) => {
      extend(now);
      return candles;
    },
    add: (trade) => addTrade(extend(trade.time), trade),
  };
}
