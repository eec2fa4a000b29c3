import type { Bars } from '../bars.ts';

const COLUMNS = ['times', 'open', 'high', 'low', 'close', 'volume'] as const;

const areSame = (one: Float64Array, other: Float64Array): boolean =>
  one.length === other.length && one.every((time, at) => time === other[at]);

function barsAt(bars: Bars, wanted: ReadonlySet<number>): Bars {
  const isWanted = bars.times.map((time) => (wanted.has(time) ? 1 : 0));
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, bars[name].filter((_, at) => isWanted[at] === 1)]));
  return { ...bars, ...columns };
}

/** Bars of several pairs, of one length, at the times that all of them have: nothing trades where one has a hole. */
export function onOneClock(all: readonly Bars[]): Bars[] {
  const [first, ...others] = all;
  if (!first || others.every(({ times }) => areSame(times, first.times))) return [...all];
  const shared = others.reduce((times, bars) => times.intersection(new Set(bars.times)), new Set(first.times));
  return all.map((bars) => barsAt(bars, shared));
}
