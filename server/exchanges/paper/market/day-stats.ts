import { Big } from 'big.js';
import { type Candle, DAY, MINUTE, flatCandle, total } from './candles.ts';

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

/** Sums the closed minutes once a minute; the minute under way is added at each asking. */
export function createDayStats(minutes: {
  live: (now: number) => readonly Candle[];
  /** The made-up minutes from a moment on, as one candle. */
  pastFrom: (time: number) => readonly Candle[];
}): (now: number) => DayStats {
  let cached = { minute: -1, closed: flatCandle(0, new Big(0), 0) };
  return (now) => {
    const minute = Math.floor(now / MINUTE) * MINUTE;
    const live = minutes.live(now);
    const current = live.at(-1) ?? cached.closed;
    if (cached.minute !== minute) {
      const from = minute - DAY + MINUTE;
      const closed = live.slice(0, -1).filter((candle) => candle.openTime >= from);
      cached = { minute, closed: total([...minutes.pastFrom(from), ...closed]) ?? current };
    }
    const { open, high, low, volume, quoteVolume, count } = total([cached.closed, current]) ?? current;
    const { close } = current;
    return { open, high, low, close, volume, quoteVolume, count, openTime: now - DAY, closeTime: now };
  };
}
