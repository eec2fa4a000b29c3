import { describe, expect, it } from 'vitest';
import { trendLevel } from './trendline.ts';

const from = { time: 0, price: 0.5 };
const to = { time: 3_600_000, price: 0.53 };
const at = (seconds: number, logarithmic: boolean) =>
  Number(trendLevel({ from, to, logarithmic }, seconds * 1000).toFixed(10));

describe('K-7 a trend line has the levels of the worked example', () => {
  it.each([
    [0, 0.5, 0.5],
    [900, 0.5075, 0.5073369231],
    [1800, 0.515, 0.514781507],
    [3600, 0.53, 0.53],
    [5400, 0.545, 0.5456683975],
  ])('after %i s', (seconds, linear, logarithmic) => {
    expect(at(seconds, false)).toBe(linear);
    expect(at(seconds, true)).toBe(logarithmic);
  });

  it('wherever its first point lies', () => {
    const later = { from: { time: 1000, price: 2 }, to: { time: 3000, price: 8 } };
    expect(trendLevel({ ...later, logarithmic: false }, 2000)).toBe(5);
    expect(trendLevel({ ...later, logarithmic: true }, 2000)).toBeCloseTo(4, 12);
    expect(trendLevel({ ...later, logarithmic: false }, 0)).toBe(-1);
  });
});
