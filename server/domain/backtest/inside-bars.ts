import type { Bars, Inside, Prints } from './bars.ts';
import { positionOf } from './position-of.ts';

/** Positions from `begin` to before `end`. */
export interface Range {
  begin: number;
  end: number;
}

const rangeOf = (times: Float64Array, from: number, to: number): Range => ({
  begin: positionOf(times, from),
  end: positionOf(times, to),
});

interface Extremes {
  open: number;
  high: number;
  low: number;
  close: number;
}

function extremesOf(
  of: { open: Float64Array; high: Float64Array; low: Float64Array; close: Float64Array },
  range: Range,
) {
  let [high, low] = [-Infinity, Infinity];
  for (let at = range.begin; at < range.end; at += 1) {
    high = Math.max(high, of.high[at] ?? 0);
    low = Math.min(low, of.low[at] ?? 0);
  }
  return { open: of.open[range.begin] ?? 0, high, low, close: of.close[range.end - 1] ?? 0 };
}

const isSame = (one: Extremes, bars: Bars, at: number): boolean =>
  one.open === bars.open[at] && one.high === bars.high[at] && one.low === bars.low[at] && one.close === bars.close[at];

const pricesOf = ({ price }: Prints) => ({ open: price, high: price, low: price, close: price });

/** The trades of a bar; null where they are not all of it, unless nothing else is known of it. */
export function printsInside(bars: Bars, at: number, { prints, areBarsOfPrints }: Inside): Range | null {
  const from = bars.times[at] ?? 0;
  const range = prints && rangeOf(prints.times, from, from + bars.interval);
  if (!prints || !range || range.begin === range.end) return null;
  if (areBarsOfPrints) return range;
  for (let each = range.begin; each < range.end; each += 1) if (prints.missing[each] === 1) return null;
  return isSame(extremesOf(pricesOf(prints), range), bars, at) ? range : null;
}

/** The shorter bars of a bar; null where they are not all of it. */
export function barsInside(bars: Bars, at: number, { bars: shorter }: Inside): Range | null {
  const from = bars.times[at] ?? 0;
  const range = shorter && rangeOf(shorter.times, from, from + bars.interval);
  if (!shorter || !range || range.begin === range.end) return null;
  return isSame(extremesOf(shorter, range), bars, at) ? range : null;
}

type RangePrices = { range: Range; prints: Prints; bars: null } | { range: Range; prints: null; bars: Bars };

/** what is known inside a bar, trades before shorter bars; null where nothing is, or not all of it. */
export function insideOf(bars: Bars, at: number): RangePrices | null {
  const { inside } = bars;
  const trades = inside && printsInside(bars, at, inside);
  if (inside?.prints && trades) return { range: trades, prints: inside.prints, bars: null };
  const shorter = inside && barsInside(bars, at, inside);
  return inside?.bars && shorter ? { range: shorter, prints: null, bars: inside.bars } : null;
}

/**
 * the first bar of which finer data says something else, UTC epoch ms; null where they agree. The bars in which the
 * finer data begins and ends may be there in part, and so may those with a hole.
 */
export function partingInside(bars: Bars, finer: Bars): number | null {
  const [from, to] = [finer.times[0] ?? Infinity, (finer.times.at(-1) ?? -Infinity) + finer.interval];
  for (const [at, time] of bars.times.entries()) {
    const end = time + bars.interval;
    if (time < from + finer.interval || end > to - finer.interval) continue;
    const range = rangeOf(finer.times, time, end);
    const isWhole = range.end - range.begin === bars.interval / finer.interval;
    if (isWhole && !isSame(extremesOf(finer, range), bars, at)) return time;
  }
  return null;
}
