import type { Running } from './running.ts';

/** A window keeps its length, how many values it holds, and these, oldest first. */
const LENGTH = 0;
const COUNT = 1;
const FIRST = 2;
export const windowSize = (length: number): number => FIRST + length;

/** The last `length` values, in numbers from a place on. */
export function beginWindow(numbers: Float64Array, at: number, length: number): void {
  numbers[at + LENGTH] = length;
  numbers[at + COUNT] = 0;
}

/** False before there are enough values. */
export function addToWindow(numbers: Float64Array, at: number, value: number): boolean {
  const [length, count] = [numbers[at + LENGTH] ?? 0, numbers[at + COUNT] ?? 0];
  const first = at + FIRST;
  // So few numbers move faster one by one than by a call.
  if (count === length)
    for (let place = first; place < first + length - 1; place += 1) numbers[place] = numbers[place + 1] ?? 0;
  const held = Math.min(count + 1, length);
  numbers[first + held - 1] = value;
  numbers[at + COUNT] = held;
  return held === length;
}

/**
 * Of a window that is full. Computed anew for each bar, at most 200 values: a running sum would depend on where the series
 * began.
 */
export function meanOf(numbers: Float64Array, at: number): number {
  const length = numbers[at + LENGTH] ?? 0;
  let total = 0;
  for (let place = at + FIRST; place < at + FIRST + length; place += 1) total += numbers[place] ?? 0;
  return total / length;
}

/** Of the population. */
function deviationOf(numbers: Float64Array, at: number, mean: number): number {
  const length = numbers[at + LENGTH] ?? 0;
  let total = 0;
  for (let place = at + FIRST; place < at + FIRST + length; place += 1) {
    const away = (numbers[place] ?? 0) - mean;
    total += away * away;
  }
  return Math.sqrt(total / length);
}

/** Of a window that is full: its mean, so many standard deviations above it; below it where `width` is negative. */
export function bandOf(numbers: Float64Array, at: number, width: number): number {
  const mean = meanOf(numbers, at);
  return mean + width * deviationOf(numbers, at, mean);
}

/** A figure of the last `length` values. */
function ofLast<Out>(length: number, figure: (numbers: Float64Array) => Out): Running<number, Out> {
  const last = new Float64Array(windowSize(length));
  beginWindow(last, 0, length);
  const addTo = (numbers: Float64Array, value: number) => (addToWindow(numbers, 0, value) ? figure(numbers) : null);
  return { preview: (value) => addTo(last.slice(), value), add: (value) => addTo(last, value) };
}

/** Mean of the last `length` values. */
export const sma = (length: number): Running<number, number> => ofLast(length, (numbers) => meanOf(numbers, 0));

export interface Bands {
  upper: number;
  middle: number;
  lower: number;
}

/** SMA, and the bands `width` standard deviations (of the population) from it. */
export const bollinger = (length: number, width: number): Running<number, Bands> =>
  ofLast(length, (numbers) => {
    const middle = meanOf(numbers, 0);
    const away = width * deviationOf(numbers, 0, middle);
    return { upper: middle + away, middle, lower: middle - away };
  });
