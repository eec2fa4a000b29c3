import { DAY, HOUR } from '#contracts/rules/time.ts';
import type { Market } from '../../market/market.ts';
import { statistics, windowBefore } from '../../rest/market/window-tickers.ts';

/** The windows that have a stream, of one symbol and of all that traded. */
const WINDOWS = { '1h': HOUR, '4h': 4 * HOUR, '1d': DAY } as const;
type Window = keyof typeof WINDOWS;
const NAMES = Object.keys(WINDOWS) as Window[];

function windowEvent(market: Market, window: Window, now: number) {
  const sum = statistics(market, windowBefore(now, WINDOWS[window]), { now, full: true });
  return {
    e: `${window}Ticker`,
    E: now,
    s: sum.symbol,
    p: sum.priceChange,
    P: sum.priceChangePercent,
    o: sum.openPrice,
    h: sum.highPrice,
    l: sum.lowPrice,
    c: sum.lastPrice,
    w: sum.weightedAvgPrice,
    v: sum.volume,
    q: sum.quoteVolume,
    O: sum.openTime,
    C: sum.closeTime,
    F: sum.firstId,
    L: sum.lastId,
    n: sum.count,
  };
}

/** The events of the rolling windows of the markets that traded just now. */
export const windowStreams = (changed: readonly Market[], now: number) => [
  ...changed.flatMap((market) =>
    NAMES.map((window) => ({
      name: `${market.pair.symbol.toLowerCase()}@ticker_${window}`,
      event: () => windowEvent(market, window, now),
    })),
  ),
  ...NAMES.map((window) => ({
    name: `!ticker_${window}@arr`,
    event: () => changed.map((market) => windowEvent(market, window, now)),
  })),
];
