import type { Running } from './running.ts';
import { sma } from './windows.ts';

/** The first value is the mean of the first `length`, then each moves the average by its weight. */
function smoothed(length: number, weight: number): Running<number, number> {
  const first = sma(length);
  let average: number | null = null;
  const moved = (from: number, value: number) => from + weight * (value - from);
  return {
    preview: (value) => (average === null ? first.preview(value) : moved(average, value)),
    add: (value) => {
      average = average === null ? first.add(value) : moved(average, value);
      return average;
    },
  };
}

/** Exponential average, weight 2/(length + 1). */
export const ema = (length: number): Running<number, number> => smoothed(length, 2 / (length + 1));

/** Wilder's average, weight 1/length. */
export const wilder = (length: number): Running<number, number> => smoothed(length, 1 / length);
