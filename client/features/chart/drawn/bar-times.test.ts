import { expect, it } from 'vitest';
import type { Bar } from '../bars.ts';
import { placeOf, timeOf } from './bar-times.ts';

// The bar at 30 is missing: nothing was traded.
const bars = [10, 20, 40, 50].map((openTime) => ({ openTime }) as Bar);

it.each([
  [10, 0],
  [15, 0.5],
  [20, 1],
  [30, 1.5],
  [40, 2],
  [50, 3],
  [55, 3.5],
  [70, 5],
  [0, -1],
  [-5, -1.5],
])('a time of %i is %d bars from the first, and back', (time, place) => {
  expect(placeOf(bars, time, 10)).toBe(place);
  expect(timeOf(bars, place, 10)).toBe(time);
});
