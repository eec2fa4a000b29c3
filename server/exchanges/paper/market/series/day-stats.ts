import type { Big } from 'big.js';
import { DAY, MINUTE } from '#contracts/rules/time.ts';
import { type Candle, total } from '../candles.ts';

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

interface Minutes {
  /** Candles that cover the minutes from `from` until `to`, oldest first; longer ones where they fit. */
  closed(from: number, to: number): readonly Candle[];
  current(now: number): Candle;
}

/** Sums the closed minutes once a minute; the minute under way is added at each asking. */
export function createDayStats(minutes: Minutes): (now: number) => DayStats {
  let cached: { minute: number; closed: Candle | undefined } = { minute: -1, closed: undefined };
  return (now) => {
    const minute = Math.floor(now / MINUTE) * MINUTE;
    const current = minutes.current(now);
    if (cached.minute !== minute) {
      cached = { minute, closed: total(minutes.closed(minute - DAY + MINUTE, minute)) };
    }
    const { open, high, low, volume, quoteVolume, count } = total([cached.closed ?? [], current].flat()) ?? current;
    const { close } = current;
    return { open, high, low, close, volume, quoteVolume, count, openTime: now - DAY, closeTime: now };
  };
}
