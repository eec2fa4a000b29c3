import { type Bars, type Hole, holesIn, type Prints } from './bars.ts';
import { insideOf } from './inside-bars.ts';
import { positionOf } from './position-of.ts';
import { barsOfPrints } from './prints.ts';

/** From the last trade before the missing ones to the first trade after them. */
function holesInPrints({ times, missing }: Prints): Hole[] {
  const holes: Hole[] = [];
  for (let at = 1; at < times.length; at += 1)
    if (missing[at] === 1) holes.push({ from: times[at - 1] ?? 0, to: times[at] ?? 0 });
  return holes;
}

/** Bars of trades without those of which trades are missing. */
export function fullBarsOfPrints(prints: Prints, interval: number): Bars {
  const bars = barsOfPrints(prints, interval);
  const holes = holesInPrints(prints);
  let next = 0;
  const full = bars.times.map((opens) => {
    while ((holes[next]?.to ?? Infinity) < opens) next += 1;
    return (holes[next]?.from ?? Infinity) < opens + interval ? 0 : 1;
  });
  const kept = (column: Float64Array) => column.filter((_, at) => full[at] === 1);
  return {
    interval,
    times: kept(bars.times),
    open: kept(bars.open),
    high: kept(bars.high),
    low: kept(bars.low),
    close: kept(bars.close),
    volume: kept(bars.volume),
  };
}

/** Parts of a hole in the bars for which this is true. */
function partsOf({ times, interval }: Bars, { from, to }: Hole, isUsed: (at: number) => boolean): Hole[] {
  const parts: Hole[] = [];
  for (let at = positionOf(times, from - interval + 1); at < times.length; at += 1) {
    const opens = times[at] ?? 0;
    if (opens >= to) break;
    if (isUsed(at)) parts.push({ from: Math.max(from, opens), to: Math.min(to, opens + interval) });
  }
  return parts;
}

/** Several lists of holes as one, in the order of time; holes that touch are one. */
export function joinHoles(lists: readonly (readonly Hole[])[]): Hole[] {
  const joined: Hole[] = [];
  for (const { from, to } of lists.flat().toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** the times of which the prices are not known: between bars, and inside those that go by shorter bars or trades. */
export function holesOf(bars: Bars): Hole[] {
  const { prints = null, bars: shorter = null } = bars.inside ?? {};
  const inPrints = prints ? holesInPrints(prints) : [];
  const inBars = shorter ? holesIn(shorter) : [];
  return joinHoles([
    holesIn(bars),
    inPrints.flatMap((hole) => partsOf(bars, hole, (at) => Boolean(insideOf(bars, at)?.prints))),
    inBars.flatMap((hole) => partsOf(bars, hole, (at) => Boolean(insideOf(bars, at)?.bars))),
  ]);
}

/** Whether the prices of a time are known outside these holes, which are in the order of time. */
export function knownOutside(holes: readonly Hole[]): (time: number) => boolean {
  const begins = Float64Array.from(holes, ({ from }) => from);
  return (time) => {
    const next = positionOf(begins, time);
    const hole = holes[begins[next] === time ? next : next - 1];
    return !hole || time >= hole.to;
  };
}
