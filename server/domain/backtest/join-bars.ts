import { type Bar, type Bars, barsOf } from './bars.ts';

/** Two sources of which each tells something else about one bar. */
export interface Disagreement {
  /** When the bar opens, UTC epoch ms. */
  time: number;
  /** Positions of the sources in the list. */
  sources: [number, number];
}

const barAt = (bars: Bars, at: number): Bar => ({
  time: bars.times[at] ?? 0,
  open: bars.open[at] ?? 0,
  high: bars.high[at] ?? 0,
  low: bars.low[at] ?? 0,
  close: bars.close[at] ?? 0,
  volume: bars.volume[at] ?? 0,
});

const isSame = (one: Bar, other: Bar): boolean =>
  one.open === other.open &&
  one.high === other.high &&
  one.low === other.low &&
  one.close === other.close &&
  one.volume === other.volume;

/** several files as one; bars that two of them have must be the same. All have bars of one length. */
export function joinBars(parts: readonly [Bars, ...Bars[]]): { bars: Bars } | { disagreement: Disagreement } {
  const known = new Map<number, { bar: Bar; source: number }>();
  for (const [source, part] of parts.entries()) {
    for (const at of part.times.keys()) {
      const bar = barAt(part, at);
      const before = known.get(bar.time);
      if (before && !isSame(before.bar, bar))
        return { disagreement: { time: bar.time, sources: [before.source, source] } };
      if (!before) known.set(bar.time, { bar, source });
    }
  }
  const bars = [...known.values()].map(({ bar }) => bar).toSorted((one, other) => one.time - other.time);
  return { bars: barsOf(parts[0].interval, bars) };
}
