import { Big } from 'big.js';
import { type Candle, DAY, MINUTE, flatCandle } from './candles.ts';

/** The last 24 hours of a symbol, rolling by the minute. */
export interface DayStats {
  open: Big;
  high: Big;
  low: Big;
  close: Big;
  volume: Big;
  quoteVolume: Big;
  count: number;
  openTime: number;
  closeTime: number;
}

function sum(candles: readonly Candle[], fallback: Candle): Candle {
  const total = { ...(candles[0] ?? fallback), volume: new Big(0), quoteVolume: new Big(0), count: 0 };
  for (const candle of candles) {
    if (candle.high.gt(total.high)) total.high = candle.high;
    if (candle.low.lt(total.low)) total.low = candle.low;
    total.volume = total.volume.plus(candle.volume);
    total.quoteVolume = total.quoteVolume.plus(candle.quoteVolume);
    total.count += candle.count;
  }
  return total;
}

/** Sums the closed minutes once a minute; the minute under way is added at each asking. */
export function createDayStats(minutes: (now: number) => readonly Candle[]): (now: number) => DayStats {
  let cached = { minute: -1, closed: flatCandle(0, new Big(0), 0) };
  return (now) => {
    const minute = Math.floor(now / MINUTE) * MINUTE;
    const candles = minutes(now);
    const current = candles.at(-1) ?? cached.closed;
    if (cached.minute !== minute) {
      const from = minute - DAY + MINUTE;
      const window = candles.slice(0, -1).filter((candle) => candle.openTime >= from);
      cached = { minute, closed: sum(window, current) };
    }
    const { closed } = cached;
    return {
      open: closed.open,
      high: current.high.gt(closed.high) ? current.high : closed.high,
      low: current.low.lt(closed.low) ? current.low : closed.low,
      close: current.close,
      volume: closed.volume.plus(current.volume),
      quoteVolume: closed.quoteVolume.plus(current.quoteVolume),
      count: closed.count + current.count,
      openTime: now - DAY,
      closeTime: now,
    };
  };
}
