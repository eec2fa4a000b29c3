import type { Running } from './running.ts';

/** The first value is the mean of the first `length`, then each moves the average by its weight. */
function smoothed(length: number, weight: number): Running<number, number> {
  let [sum, count] = [0, 0];
  let average: number | null = null;
  const next = (value: number): number | null => {
    if (average !== null) return average + weight * (value - average);
    return count + 1 < length ? null : (sum + value) / length;
  };
  return {
    preview: next,
    add: (value) => {
      average = next(value);
      if (average === null) {
        sum += value;
        count += 1;
      }
      return average;
    },
  };
}

/** Exponential average, weight 2/(length + 1). */
export const ema = (length: number): Running<number, number> => smoothed(length, 2 / (length + 1));

/** Wilder's average, weight 1/length. */
export const wilder = (length: number): Running<number, number> => smoothed(length, 1 / length);
