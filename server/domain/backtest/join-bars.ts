import { type Bar, type Bars, barsOf } from './bars.ts';

/** Two sources of which each says something else about one bar. */
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
  const next = parts.map(() => 0);
  const joined: Bar[] = [];
  for (;;) {
    let [time, first] = [Infinity, -1];
    for (const [source, part] of parts.entries()) {
      const opens = part.times[next[source] ?? 0] ?? Infinity;
      if (opens < time) [time, first] = [opens, source];
    }
    const from = parts[first];
    if (!from) return { bars: barsOf(parts[0].interval, joined) };
    const bar = barAt(from, next[first] ?? 0);
    for (const [source, part] of parts.entries()) {
      const at = next[source] ?? 0;
      if (part.times[at] !== time) continue;
      if (!isSame(bar, barAt(part, at))) return { disagreement: { time, sources: [first, source] } };
      next[source] = at + 1;
    }
    joined.push(bar);
  }
}
