import { HELD_BACK } from '#contracts/rules/search-settings.ts';
import type { Bars } from './bars.ts';
import { firstBars } from './half-run.ts';

const COLUMNS = ['times', 'open', 'high', 'low', 'close', 'volume'] as const;

/** where the part begins that is held back: the bars of the last 30% of the time. At least two bars are on each side. */
export function heldFrom({ times, interval }: Pick<Bars, 'times' | 'interval'>): number {
  const [first, end] = [times[0] ?? 0, (times.at(-1) ?? 0) + interval];
  const at = times.findIndex((time) => time >= end - (end - first) * HELD_BACK);
  return Math.min(Math.max(2, at), times.length - 2);
}

/** What signals go by begins before them. */
const lastBars = (bars: Bars, begin: number): Bars => ({
  ...bars,
  ...Object.fromEntries(COLUMNS.map((name) => [name, bars[name].slice(begin)])),
});

/** The bars that settings are chosen by, and those that they never saw. */
export function holdBack(bars: Bars): { first: Bars; held: Bars } {
  const at = heldFrom(bars);
  return { first: firstBars(bars, at), held: lastBars(bars, at) };
}

interface Tried {
  /** Returns of both parts; null where it could not have started there. */
  first: { return: number } | null;
  held: { return: number } | null;
}

/** the best of the held-back part first; what could not have started there comes last. */
export const byHeldBack = (one: Tried, other: Tried): number =>
  (other.held?.return ?? -Infinity) - (one.held?.return ?? -Infinity) ||
  (other.first?.return ?? -Infinity) - (one.first?.return ?? -Infinity) ||
  0;
