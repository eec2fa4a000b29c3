import { positionOf } from './position-of.ts';

/**
 * Bars that signals go by, oldest first, as columns of equal length. They are those that a run sees once each has ended, and
 * as many before its start as its rule looks back.
 */
export interface SignalBars {
  /** Length of a bar in ms. */
  interval: number;
  /** When each opened, UTC epoch ms. */
  times: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  /** Counter units, and what buyers took of them. */
  volume: Float64Array;
  takerBought: Float64Array;
}

const COLUMNS = ['times', 'high', 'low', 'close', 'volume', 'takerBought'] as const;

const cut = (bars: SignalBars, begin: number, end: number): SignalBars => ({
  interval: bars.interval,
  times: bars.times.slice(begin, end),
  high: bars.high.slice(begin, end),
  low: bars.low.slice(begin, end),
  close: bars.close.slice(begin, end),
  volume: bars.volume.slice(begin, end),
  takerBought: bars.takerBought.slice(begin, end),
});

/** Those that open in this time. */
export const signalBarsIn = (bars: SignalBars, { from, to }: { from: number; to: number }): SignalBars =>
  cut(bars, positionOf(bars.times, from), positionOf(bars.times, to));

/** Those that have ended by then, UTC epoch ms. */
export const signalBarsUntil = (bars: SignalBars, time: number): SignalBars =>
  signalBarsIn(bars, { from: 0, to: time - bars.interval + 1 });

/** Several as one, each time once; those that two have are the same. */
export function joinSignalBars(interval: number, parts: readonly SignalBars[]): SignalBars {
  const ordered = parts.toSorted((one, other) => (one.times[0] ?? 0) - (other.times[0] ?? 0));
  let until = -Infinity;
  const fresh = ordered.map((part) => {
    const later = cut(part, positionOf(part.times, until + 1), part.times.length);
    until = Math.max(until, part.times.at(-1) ?? until);
    return later;
  });
  const count = fresh.reduce((sum, { times }) => sum + times.length, 0);
  const column = (name: (typeof COLUMNS)[number]): Float64Array => {
    const all = new Float64Array(count);
    let at = 0;
    for (const part of fresh) {
      all.set(part[name], at);
      at += part[name].length;
    }
    return all;
  };
  return {
    interval,
    times: column('times'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
    takerBought: column('takerBought'),
  };
}

/** Longer bars of those of which every shorter one is there. */
export function longerSignalBars(of: SignalBars, interval: number): SignalBars {
  if (of.interval === interval) return of;
  const most = Math.ceil(of.times.length / (interval / of.interval)) + 1;
  const all = cut({ ...of, interval }, 0, 0);
  const grown = { ...all };
  for (const name of COLUMNS) grown[name] = new Float64Array(most);
  let [count, volume, bought, parts] = [0, 0, 0, 0];
  let [high, low] = [0, Infinity];
  for (const [at, time] of of.times.entries()) {
    const opens = time - (time % interval);
    if (time === opens) [volume, bought, parts, high, low] = [0, 0, 0, 0, Infinity];
    volume += of.volume[at] ?? 0;
    bought += of.takerBought[at] ?? 0;
    high = Math.max(high, of.high[at] ?? 0);
    low = Math.min(low, of.low[at] ?? 0);
    parts += 1;
    if (time + of.interval !== opens + interval || parts !== interval / of.interval) continue;
    grown.times[count] = opens;
    grown.high[count] = high;
    grown.low[count] = low;
    grown.close[count] = of.close[at] ?? 0;
    grown.volume[count] = volume;
    grown.takerBought[count] = bought;
    count += 1;
  }
  return cut(grown, 0, count);
}
