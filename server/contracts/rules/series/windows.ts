import type { Running } from './running.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * A figure of the last `length` values. Computed anew for each bar, at most 200 values: a running sum would depend on
 * where the series began.
 */
function ofLast<Out>(length: number, figure: (window: readonly number[]) => Out): Running<number, Out> {
  const last: number[] = [];
  const read = (window: readonly number[]) => (window.length < length ? null : figure(window));
  return {
    preview: (value) => read([...last, value].slice(-length)),
    add: (value) => {
      last.push(value);
      if (last.length > length) last.shift();
      return read(last);
    },
  };
}

/** Mean of the last `length` values. */
export const sma = (length: number): Running<number, number> => ofLast(length, (window) => sum(window) / length);

export interface Bands {
  upper: number;
  middle: number;
  lower: number;
}

/** SMA, and the bands `width` standard deviations (of the population) from it. */
export const bollinger = (length: number, width: number): Running<number, Bands> =>
  ofLast(length, (window) => {
    const middle = sum(window) / length;
    const deviation = Math.sqrt(window.reduce((total, value) => total + (value - middle) ** 2, 0) / length);
    return { upper: middle + width * deviation, middle, lower: middle - width * deviation };
  });
