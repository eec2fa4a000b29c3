import type { Bars } from './bars.ts';
import { signalBarsUntil } from './signal-bars.ts';

interface Decided {
  fills: readonly { time: number }[];
  stopped: { time: number } | null;
}

const COLUMNS = ['times', 'open', 'high', 'low', 'close', 'volume'] as const;

/** The first bars alone, and of what signals go by what has ended with them. */
export function firstBars(bars: Bars, count: number): Bars {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, bars[name].slice(0, count)]));
  const { times, interval, signals } = bars;
  const end = (times[count - 1] ?? 0) + interval;
  return { ...bars, ...columns, ...(signals && { signals: signalBarsUntil(signals, end) }) };
}

/** Bars up to the last one of the first half in which something was decided: what comes next must not have mattered. */
function cutOf({ times, interval }: Bars, { fills, stopped }: Decided): number {
  const half = Math.ceil(times.length / 2);
  const middle = (times[half - 1] ?? 0) + interval;
  const decided = [...fills.map(({ time }) => time), ...(stopped ? [stopped.time] : [])].filter(
    (time) => time < middle,
  );
  const last = decided.reduce((latest, time) => Math.max(latest, time), times[0] ?? 0);
  return times.findLastIndex((time) => time <= last) + 1;
}

const textOf = ({ fills, stopped }: Decided, until: number): string =>
  JSON.stringify([fills.filter(({ time }) => time < until), stopped && stopped.time < until ? stopped : null]);

/**
 * the first half, run alone, decided the same to the last digit. It ends with a bar in which something was decided,
 * so that a decision which knew the bar after it differs.
 */
export function decidesAlike(bars: Bars, whole: Decided, replay: (bars: Bars) => Decided): boolean {
  const half = firstBars(bars, cutOf(bars, whole));
  const until = (half.times.at(-1) ?? 0) + bars.interval;
  return textOf(replay(half), until) === textOf(whole, until);
}
